#include "referee/support/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

#include "referee/support/descriptor.hpp"

namespace ebiri {

namespace {

namespace fs = std::filesystem;

// The temporary files of all threads. Global, because the thread that ends the process must delete them.
struct Parts {
  std::mutex mutex;
  std::multiset<fs::path> files;
};

Parts& parts() {
  static Parts all;
  return all;
}

// A temporary file FILE.part, deleted unless it is renamed to FILE.
class Part {
 public:
  explicit Part(const fs::path& file) : file_(file), part_(file.string() + ".part") {
    const std::lock_guard lock{parts().mutex};
    entry_ = parts().files.insert(part_);
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;
  ~Part() {
    const std::lock_guard lock{parts().mutex};
    std::error_code ignored;
    if (!committed_) fs::remove(part_, ignored);
    parts().files.erase(entry_);
  }

  const fs::path& path() const { return part_; }

  Result<void> commit() {
    const std::lock_guard lock{parts().mutex};
    std::error_code problem;
    fs::rename(part_, file_, problem);
    if (problem) return Error{fmt::format("cannot write `{}`: {}", file_.string(), problem.message())};
    committed_ = true;
    return {};
  }

 private:
  fs::path file_, part_;
  std::multiset<fs::path>::iterator entry_;
  bool committed_ = false;
};

}  // namespace

Error system_failure(std::string_view doing, const fs::path& file) {
  const int code = errno;
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), std::strerror(code))};
}

Result<void> write_file(const fs::path& file, const std::function<Result<void>(std::ostream&)>& write) {
  Part part{file};
  std::ofstream output(part.path(), std::ios::binary | std::ios::trunc);
  if (!output) return system_failure("write", file);
  auto written = write(output);
  output.close();
  if (written && !output) written = system_failure("write", file);
  return written ? part.commit() : written;
}

Result<void> write_file(const fs::path& file, const std::string& text) {
  return write_file(file, [&](std::ostream& output) -> Result<void> {
    output << text;
    return {};
  });
}

Result<std::string> read_file(const fs::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::ostringstream bytes;
  if (!input) return system_failure("open", file);
  if (input.peek() != std::ifstream::traits_type::eof()) bytes << input.rdbuf();
  if (input.bad() || bytes.fail()) return system_failure("read", file);
  return std::move(bytes).str();
}

void remove_parts_and_exit(int exit_code) {
  parts().mutex.lock();  // never unlocked, so that no other thread begins or renames a part
  std::error_code ignored;
  for (const fs::path& part : parts().files) fs::remove(part, ignored);
  ::_exit(exit_code);
}

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

Result<void> sync_folder(const fs::path& folder) {
  const Descriptor opened{::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (!opened.open() || ::fsync(opened.get()) == 0 || errno == EINVAL) return {};
  return system_failure("save", folder);
}

fs::file_status status_of(const fs::path& path) {
  std::error_code ignored;
  return fs::status(path, ignored);
}

FileStamp stamp_of(const fs::path& file) {
  std::error_code problem;
  const FileStamp stamp{fs::last_write_time(file, problem), fs::file_size(file, problem)};
  return problem ? FileStamp{} : stamp;
}

}  // namespace ebiri
