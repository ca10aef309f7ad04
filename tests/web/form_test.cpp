#include "referee/web/form.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

using namespace ebiri;
using web::read_form;

namespace {

const std::string type = "multipart/form-data; boundary=XX";

std::string error_of(const std::string& of_type, const std::string& body) {
  const auto form = read_form(of_type, body);
  return form ? "none" : form.error().message;
}

}  // namespace

TEST_CASE("form: fields and files of browsers and curl are read") {
  const std::string body =
      "--XX\r\nContent-Disposition: form-data; name=\"team\"\r\n\r\nseed-sower\r\n"
      "--XX\r\ncontent-disposition: FORM-DATA; name=entry; filename=\"a \\\"b\\\\;.tar.gz\"\r\n"
      "Content-Type: "
      "application/gzip\r\n\r\n\x1f\x8b\r\n--XY\r\n--X\r\n--XX-\r\n--XXX\r\n--XX--not\r\n--XX--\r\n";
  const auto form = read_form(type, body);
  REQUIRE(form);
  REQUIRE(form->size() == 2);
  CHECK((*form)[0].data == "seed-sower");
  CHECK_FALSE((*form)[0].file);
  CHECK((*form)[1].file == "a \"b\\;.tar.gz");
  CHECK(web::find_field(*form, "team") == &(*form)[0]);
  CHECK(web::find_file(*form, "entry") == &(*form)[1]);
  CHECK(web::find_field(*form, "entry") == nullptr);
  CHECK(web::find_file(*form, "team") == nullptr);
  CHECK(web::find_field(*form, "other") == nullptr);
}

TEST_CASE("form: the data of a file ends only at a boundary line") {
  const std::string data{"\r\n--XX-\r\n--XY--\r\n--XX--x\0y\r\n--XXX", 33};
  const std::string body =
      "--XX\r\nContent-Disposition: form-data; name=\"entry\"; filename=\"\"\r\n\r\n" + data + "\r\n--XX--";
  const auto form = read_form(type, body);
  REQUIRE(form);
  REQUIRE(form->size() == 1);
  CHECK(form->front().data == data);
  CHECK(form->front().file == "");
}

TEST_CASE("form: the name of a browser's file may end in a backslash") {
  const auto form = read_form(
      type, "--XX\r\nContent-Disposition: form-data; name=\"entry\"; filename=\"a\\\"\r\n\r\nb\r\n--XX--");
  REQUIRE(form);
  CHECK(form->front().file == "a\\");
}

TEST_CASE("form: a field that occurs twice is not found") {
  const std::string part = "--XX\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\na\r\n";
  const auto form = read_form(type, part + part + "--XX--\r\n");
  REQUIRE(form);
  CHECK(web::find_field(*form, "token") == nullptr);
}

TEST_CASE("form: a form may be empty, and its boundary may be quoted") {
  CHECK_FALSE(read_form("multipart/form-data; boundary=\"X X\"", "--X X--"));
  const auto form = read_form("Multipart/Form-Data ; charset=utf-8 ; Boundary=\"X(X\"", "--X(X--\r\n");
  REQUIRE(form);
  CHECK(form->empty());
}

TEST_CASE("form: each malformed form has an error message") {
  const std::string part = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n";
  const std::string no_form = "not a form: expected multipart/form-data with a boundary";
  for (const char* wrong : {"", "text/plain", "multipart/form-data", "multipart/form-data; boundary=",
                            "multipart/mixed; boundary=XX", "multipart/form-data; boundary=X\x01",
                            "multipart/form-data; boundary=\"XX", "multipart/form-data boundary=XX",
                            "multipart/form-data; boundary=XX; boundary=YY"})
    CHECK(error_of(wrong, part + "--XX--") == no_form);
  CHECK(error_of("multipart/form-data; boundary=" + std::string(71, 'x'), "") == no_form);

  CHECK(error_of(type, "") == "the form does not begin with its boundary");
  CHECK(error_of(type, "preamble\r\n" + part + "--XX--") == "the form does not begin with its boundary");
  CHECK(error_of(type, "--XXa\r\n") == "a boundary line of the form is malformed");
  CHECK(error_of(type, part) == "the form is incomplete");
  CHECK(error_of(type, part + "--XX") == "the form is incomplete");
  CHECK(error_of(type, part + "--XX--\r\nepilogue") == "the form is incomplete");
  for (const char* head :
       {"Content-Disposition: form-data", "Content-Type: text/plain", "nonsense",
        "Content-Disposition: attachment; name=\"a\"", "Content-Disposition: form-data; name=\"a",
        "Content-Disposition: form-data; name=\"a\" x", "Content-Disposition: form-data; name=a; name=b",
        "Content-Disposition: form-data; name=a\r\nContent-Disposition: form-data; name=b"})
    CHECK(error_of(type, "--XX\r\n" + std::string{head} + "\r\n\r\nb\r\n--XX--") ==
          "a part of the form has no name or a malformed head");
  CHECK(error_of(type, "--XX\r\nX: " + std::string(5000, 'y') + "\r\n\r\n\r\n--XX--") ==
        "a part of the form has no name or a malformed head");
  std::string many;
  for (int i = 0; i < 9; ++i) many += part;
  CHECK(error_of(type, many + "--XX--") == "the form has too many parts");
}
