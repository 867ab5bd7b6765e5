/* Prints the headers of a packet in one line: Ethernet, ARP, IP, TCP, UDP, ICMP. */

#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define SIZE 48

static unsigned char packet[SIZE];
static int length;

static unsigned word(int at) { return packet[at] << 8 | packet[at + 1]; }

static int print_address(int at) {
    printf("%u.%u.%u.%u", packet[at], packet[at + 1], packet[at + 2], packet[at + 3]);
    if (packet[at] >= 224)
        printf(" (multicast)");
    return at + 4;
}

static void print_tcp(int at) {
    if (at + 14 > length) {
        printf(" [tcp cut]");
        return;
    }
    printf(" tcp %u > %u", word(at), word(at + 2));
    unsigned char flags = packet[at + 13];
    if (flags & 2)
        printf(" S");
    if (flags & 1)
        printf(" F");
    if (flags & 4)
        printf(" R");
    if (flags & 8)
        printf(" P");
    if (flags & 16)
        printf(" ack");
    int offset = (packet[at + 12] >> 4) * 4;
    if (offset < 20)
        printf(" [bad offset %d]", offset);
}

static void print_udp(int at) {
    if (at + 8 > length) {
        printf(" [udp cut]");
        return;
    }
    unsigned from = word(at), to = word(at + 2);
    if (from == 53 || to == 53)
        printf(" domain");
    else if (from == 67 || from == 68)
        printf(" bootp");
    else if (to == 123)
        printf(" ntp");
    else
        printf(" udp %u > %u", from, to);
    if (word(at + 6) == 0)
        printf(" [no checksum]");
}

static void print_icmp(int at) {
    switch (packet[at]) {
    case 0:
        printf(" echo reply");
        break;
    case 3:
        if (packet[at + 1] == 1)
            printf(" host unreachable");
        else if (packet[at + 1] == 3)
            printf(" port unreachable");
        else
            printf(" unreachable");
        break;
    case 8:
        printf(" echo request");
        break;
    case 11:
        printf(" time exceeded");
        break;
    default:
        printf(" icmp %u", packet[at]);
    }
}

static void print_ip(int at) {
    if (packet[at] >> 4 != 4) {
        printf("ip version %u", packet[at] >> 4);
        return;
    }
    int header = (packet[at] & 15) * 4;
    if (header < 20 || at + header > length) {
        printf("ip [bad header]");
        return;
    }
    print_address(at + 12);
    printf(" > ");
    print_address(at + 16);
    if (packet[at + 8] <= 1)
        printf(" [ttl %u]", packet[at + 8]);
    if (word(at + 6) & 0x1fff) {
        printf(" fragment");
        return;
    }
    if (word(at + 6) & 0x4000)
        printf(" DF");
    if (packet[at + 1])
        printf(" tos %u", packet[at + 1]);
    switch (packet[at + 9]) {
    case 1:
        print_icmp(at + header);
        break;
    case 6:
        print_tcp(at + header);
        break;
    case 17:
        print_udp(at + header);
        break;
    default:
        printf(" protocol %u", packet[at + 9]);
    }
}

int main(void) {
    for (int i = 0; i < SIZE; i++)
        packet[i] = __VERIFIER_nondet_uchar();
    length = SIZE;
    if (packet[0] & 1)
        printf("broadcast ");
    switch (word(12)) {
    case 0x0806:
        printf("arp ");
        if (word(20) == 1)
            printf("who-has ");
        else if (word(20) == 2)
            printf("reply ");
        print_address(38);
        break;
    case 0x0800:
        print_ip(14);
        break;
    default:
        printf("type %04x", word(12));
    }
    printf("\n");
    return 0;
}
