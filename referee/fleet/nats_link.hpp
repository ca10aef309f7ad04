// Connects planners and workers through NATS JetStream. nats_link.cpp is the only file that uses libnats.
//
//   stream         subjects                   the server
//   EBIRI_RUNS     ebiri.runs.RUN             keeps the last order of each run
//   EBIRI_FILES    ebiri.files.SHA256.PIECE   keeps the first message of a subject and rejects others
//   EBIRI_JOBS     ebiri.jobs.RUN.JOB         the same; leases a job to one worker until it is acknowledged
//   EBIRI_RESULTS  ebiri.results.RUN.JOB      the same as EBIRI_FILES
//
// In addition, `ebiri.done.RUN` says that a result was stored and `ebiri.stop.RUN` that jobs are withdrawn. A
// planner that misses such a notice polls later. A worker that misses a stop finishes its job.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "referee/fleet/link.hpp"

namespace ebiri::fleet {

/// Address and credentials of the server. Empty fields are not used.
struct NatsAccess {
  /// `nats://HOST:4222`, `tls://HOST:4222`, `nats://TOKEN@HOST:4222`; or several, separated by commas. With
  /// TLS, every server's certificate must name the first host.
  std::string url = {};

  /// A file: the user's name in its first line, the password in its second.
  std::filesystem::path login = {};

  std::filesystem::path creds = {};  ///< a credentials file of NATS (a JWT and its key)
  std::filesystem::path ca = {};     ///< PEM: authorities for the server's certificate; default: the system's
  std::filesystem::path cert = {};   ///< PEM: the client's certificate
  std::filesystem::path key = {};    ///< PEM: the key of `cert`
};

/// `host` of `tls://TOKEN@host:4222`; of an IPv6 address without its brackets.
std::string host_of(std::string_view url);

/// The URL, or several, without the part before an `@`: for messages.
std::string without_token(std::string_view urls);

/// Warnings for the user, a sentence each: a login over an unencrypted connection to another machine, and a
/// token in the URL.
std::vector<std::string> warnings(const NatsAccess& access);

/// Connects, and creates missing streams. The error has the reason of the server or of a file.
Result<std::unique_ptr<PlannerLink>> connect_planner(const NatsAccess& access);

/// Connects. The streams may be missing; `lease` then returns no job.
Result<std::unique_ptr<WorkerLink>> connect_worker(const NatsAccess& access, int slots);

}  // namespace ebiri::fleet
