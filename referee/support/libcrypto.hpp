// What is called of libcrypto, which is loaded when something is hashed or signed.
#pragma once

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include "referee/support/library.hpp"

namespace ebiri {

inline constinit Library libcrypto{EBIRI_LIBCRYPTO};

EBIRI_LATE(libcrypto, BIO_ctrl)
EBIRI_LATE(libcrypto, BIO_free)
EBIRI_LATE(libcrypto, BIO_new)
EBIRI_LATE(libcrypto, BIO_new_mem_buf)
EBIRI_LATE(libcrypto, BIO_s_mem)
EBIRI_LATE(libcrypto, EVP_DigestFinal_ex)
EBIRI_LATE(libcrypto, EVP_DigestInit_ex)
EBIRI_LATE(libcrypto, EVP_DigestSign)
EBIRI_LATE(libcrypto, EVP_DigestSignInit)
EBIRI_LATE(libcrypto, EVP_DigestUpdate)
EBIRI_LATE(libcrypto, EVP_DigestVerify)
EBIRI_LATE(libcrypto, EVP_DigestVerifyInit)
EBIRI_LATE(libcrypto, EVP_MD_CTX_free)
EBIRI_LATE(libcrypto, EVP_MD_CTX_new)
EBIRI_LATE(libcrypto, EVP_PKEY_Q_keygen)
EBIRI_LATE(libcrypto, EVP_PKEY_free)
EBIRI_LATE(libcrypto, EVP_PKEY_get_id)
EBIRI_LATE(libcrypto, EVP_PKEY_get_raw_public_key)
EBIRI_LATE(libcrypto, EVP_PKEY_new_raw_public_key)
EBIRI_LATE(libcrypto, EVP_sha256)
EBIRI_LATE(libcrypto, PEM_read_bio_PrivateKey)
EBIRI_LATE(libcrypto, PEM_write_bio_PKCS8PrivateKey)

}  // namespace ebiri
