// The protocol's decoders. Each line of the input is decoded as a request and as a reply. A decoded message
// that is written and read back has the same kind, and is then stable. The first time it may lose stray line
// breaks, and fields that do not belong to its type of option.
#include "protocol/ugi.hpp"

#include "referee/support/text.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;
namespace ugi = protocol::ugi;

namespace {

// `message` written by `encode` and read by `decode`.
template <class Message, class Encode, class Decode>
void judge(const Message& message, Encode encode, Decode decode, std::string_view line) {
  const Message once = decode(encode(message));
  fuzz::demand(once.index() == message.index(), "the kind of a message changes", line);
  const std::string text = encode(once);
  fuzz::demand(text.find('\n') == std::string::npos, "a message has two lines", line);
  fuzz::demand(decode(text) == once, "a written message differs", line);
}

void engines_line(std::string_view line) {
  const protocol::Reply reply = ugi::decode(line);
  fuzz::reached("replies " + std::to_string(reply.index()));
  if (std::holds_alternative<protocol::Unknown>(reply)) return;
  if (const auto* malformed = std::get_if<protocol::Malformed>(&reply))
    return fuzz::demand(!malformed->why.empty(), "malformed without a reason", line);
  judge(reply, ugi::encode_reply, ugi::decode, line);
}

void referees_line(std::string_view line) {
  const auto request = ugi::decode_request(line);
  if (!request) return fuzz::demand(!request.error().message.empty(), "refused without a reason", line);
  fuzz::reached("requests " + std::to_string(request->index()));
  const auto decode = [&](const std::string& text) {
    const auto again = ugi::decode_request(text);
    fuzz::demand(static_cast<bool>(again), "a written request is refused", line);
    return *again;
  };
  judge(*request, ugi::encode, decode, line);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes input(data, size);
  while (!input.empty()) {
    const std::string_view line = input.line();
    engines_line(line);
    referees_line(line);
  }
  return 0;
}
