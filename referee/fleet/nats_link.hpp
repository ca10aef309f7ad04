// The fleet's messages over NATS JetStream.
//
//   stream        subjects                  what the server itself sees to
//   EBIRI_RUNS    ebiri.runs.RUN            the last order of each run
//   EBIRI_FILES   ebiri.files.SHA256.PIECE  what was stored stays
//   EBIRI_JOBS    ebiri.jobs.RUN.JOB        a work queue: a job is leased to one worker at a time, until it
//   is acknowledged EBIRI_RESULTS ebiri.results.RUN.JOB     the first message of a subject stays, every other
//   one is refused
//
// Besides these, `ebiri.done.RUN` says that a result has come, and `ebiri.stop.RUN` that jobs are withdrawn:
// who misses them finds out later.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/fleet/link.hpp"

namespace ebiri::fleet {

/// How to reach the server. What is not set is not used.
struct NatsAccess {
  std::string url = {};  ///< `nats://HOST:4222`, `tls://HOST:4222`, `nats://TOKEN@HOST:4222`; several with
                         ///< commas, whose certificates then name the first
  std::filesystem::path login =
      {};  ///< a file: the user's name in its first line, the password in its second
  std::filesystem::path creds = {};  ///< a credentials file of NATS (a JWT and its key)
  std::filesystem::path ca = {};     ///< PEM: who signs the server's certificate; without it the system's
  std::filesystem::path cert = {};   ///< PEM: our own certificate, and its key
  std::filesystem::path key = {};
};

/// Whether connections are encrypted.
bool uses_tls(const NatsAccess& access);

/// `host` of `tls://TOKEN@host:4222`; of an IPv6 address without its brackets.
std::string host_of(std::string_view url);

/// The URL, or several, without what is in front of an `@`: for messages.
std::string without_token(std::string_view urls);

/// What is dangerous about logging in this way; each a sentence for the user. A login that goes unencrypted
/// to anything but this machine, and a token in the URL.
std::vector<std::string> warnings(const NatsAccess& access);

/// Connects, and creates what streams are missing. An error says what the server, or a file, said.
Result<std::unique_ptr<PlannerLink>> connect_planner(const NatsAccess& access);

/// Connects. The streams need not be there yet.
Result<std::unique_ptr<WorkerLink>> connect_worker(const NatsAccess& access, int slots);

}  // namespace ebiri::fleet
