#include "referee/cli/program.hpp"

int main(int argc, char** argv) { return ebiri::cli::program(argc, argv); }
