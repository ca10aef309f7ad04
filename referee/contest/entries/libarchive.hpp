// What is called of libarchive, which is loaded when an archive is unpacked.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "referee/support/library.hpp"

namespace ebiri::contest {

inline constinit Library libarchive{EBIRI_LIBARCHIVE};

EBIRI_LATE(libarchive, archive_entry_filetype)
EBIRI_LATE(libarchive, archive_entry_hardlink)
EBIRI_LATE(libarchive, archive_entry_is_encrypted)
EBIRI_LATE(libarchive, archive_entry_pathname)
EBIRI_LATE(libarchive, archive_entry_pathname_utf8)
EBIRI_LATE(libarchive, archive_entry_perm)
EBIRI_LATE(libarchive, archive_entry_symlink)
EBIRI_LATE(libarchive, archive_error_string)
EBIRI_LATE(libarchive, archive_read_data)
EBIRI_LATE(libarchive, archive_read_free)
EBIRI_LATE(libarchive, archive_read_new)
EBIRI_LATE(libarchive, archive_read_next_header)
EBIRI_LATE(libarchive, archive_read_open)
EBIRI_LATE(libarchive, archive_read_open_filename)
EBIRI_LATE(libarchive, archive_read_support_filter_gzip)
EBIRI_LATE(libarchive, archive_read_support_format_tar)
EBIRI_LATE(libarchive, archive_read_support_format_zip)

}  // namespace ebiri::contest
