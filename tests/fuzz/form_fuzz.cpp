// A form as a browser sends it: line 1 is its Content-Type, the rest its body. The parts are pieces of the
// body, and a form written from them is read as the same form.
#include "referee/web/form.hpp"

#include <functional>

#include "tests/fuzz/fuzz.hpp"

using namespace ebiri;

namespace {

constexpr std::string_view boundary = "a-boundary-that-nobody-writes";

bool is_piece(std::string_view part, std::string_view whole) {
  const std::less_equal<> before;
  return before(whole.data(), part.data()) && before(part.data() + part.size(), whole.data() + whole.size());
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text + "\"";
}

std::string written(const std::vector<web::FormPart>& form) {
  std::string text;
  for (const web::FormPart& part : form) {
    text += "--" + std::string{boundary} + "\r\nContent-Disposition: form-data; name=" + quoted(part.name);
    if (part.file) text += "; filename=" + quoted(*part.file);
    text += "\r\n\r\n" + std::string{part.data} + "\r\n";
  }
  return text + "--" + std::string{boundary} + "--\r\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes input(data, size);
  const std::string type{input.line()};
  const std::string body{input.rest()};
  const auto form = web::read_form(type, body);
  if (!form) {
    fuzz::demand(!form.error().message.empty(), "refused without a reason", body);
    return 0;
  }
  fuzz::reached("parts " + std::to_string(form->size()));
  for (const web::FormPart& part : *form)
    fuzz::demand(is_piece(part.data, body), "a part is not in the body", body);
  if (body.size() > 1500 || body.find(boundary) != body.npos) return 0;  // quotes make headers longer
  const std::string text = written(*form);
  const auto again = web::read_form("multipart/form-data; boundary=" + std::string{boundary}, text);
  fuzz::demand(again && again->size() == form->size(), "a written form differs", body);
  for (std::size_t i = 0; i < form->size(); ++i) {
    const auto &one = (*form)[i], &other = (*again)[i];
    fuzz::demand(one.name == other.name && one.file == other.file && one.data == other.data,
                 "a written part differs", body);
  }
  return 0;
}
