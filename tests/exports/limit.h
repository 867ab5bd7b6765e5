#pragma once
#define LIMIT 8
