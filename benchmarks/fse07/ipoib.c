/*
 * ipoib - a network driver that carries IP over a switched fabric.
 *
 * Layers, from the bottom:
 *
 *   kernel     allocation that can fail, locks, buffers, deferred work
 *   fabric     queue pairs with their states, completion queues, queries to the
 *              subnet administrator, which are answered later
 *   addresses  address handles with reference counts, paths to other ports,
 *              multicast groups
 *   transmit   a ring of buffers that the hardware works on
 *   receive    IP, address resolution, and segmented messages
 *   device     opening, closing, settings, child interfaces, errors
 *
 * The harness plays the rest of the kernel and the hardware.
 */
#include <assert.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned short __VERIFIER_nondet_ushort(void);

/* ==================================================================== */
/* constants                                                            */
/* ==================================================================== */

#define NAME_SIZE 12
#define ENCAP_LENGTH 4          /* bytes before every packet on the wire */
#define MTU_MIN 68
#define MTU_MAX 2044
#define MTU_DEFAULT 512
#define TX_RING 8               /* a power of 2 */
#define CQ_RING 16              /* a power of 2, at least TX_RING */
#define PENDING_MAX 3           /* buffers that wait for an address */
#define POLL_BUDGET 16
#define PKEYS 16
#define CHILDREN_MAX 2
#define WORK_RING 4
#define GROUPS_MAX 4
#define PATHS_MAX 6
#define BROADCAST 0xffu
#define MULTICAST_BASE 0xf0u    /* addresses from here on are groups */
#define SEGMENT_HEADER 4
#define IP_HEADER 20
#define ARP_SHORT 6
#define ARP_LONG 10
#define PROTO_ICMP 1
#define PROTO_UDP 17

enum {
    E_OK = 0, E_NOMEM = -12, E_BUSY = -16, E_EXIST = -17, E_NODEV = -19, E_INVAL = -22, E_NOSPC = -28, E_MSGSIZE = -90,
    E_NETDOWN = -100, E_TIMEDOUT = -110
};

enum { F_UP = 1u, F_CARRIER = 2u, F_PROMISCUOUS = 4u };

enum packet_kind { PACKET_IP = 4, PACKET_SEGMENT = 6, PACKET_ARP = 10 };

/* ==================================================================== */
/* kernel: memory                                                       */
/* ==================================================================== */

static int fail_at;             /* which allocation fails, counted from 1; 0 is none */
static int live_buffers;        /* buffers that exist, for the final check */

static void *kmalloc(size_t size)
{
    if (fail_at > 0 && --fail_at == 0)
        return NULL;
    return malloc(size);
}

static void *kzalloc(size_t size)
{
    void *p = kmalloc(size);

    if (p != NULL)
        memset(p, 0, size);
    return p;
}

/* ==================================================================== */
/* kernel: buffers                                                      */
/* ==================================================================== */

struct skb {
    struct skb *next;
    int length;
    unsigned source, dest;      /* port addresses */
    unsigned char data[];
};

struct skb_queue {
    struct skb *head;
    struct skb *last;
    int length;
};

static struct skb *skb_alloc(int length)
{
    struct skb *skb;

    assert(length >= 0 && length <= MTU_MAX);
    skb = kmalloc(sizeof *skb + (size_t)length);
    if (skb == NULL)
        return NULL;
    skb->next = NULL;
    skb->length = length;
    skb->source = 0;
    skb->dest = 0;
    live_buffers++;
    return skb;
}

static void skb_free(struct skb *skb)
{
    live_buffers--;
    free(skb);
}

static void queue_init(struct skb_queue *q)
{
    q->head = NULL;
    q->last = NULL;
    q->length = 0;
}

static void queue_push(struct skb_queue *q, struct skb *skb)
{
    skb->next = NULL;
    if (q->last != NULL)
        q->last->next = skb;
    else
        q->head = skb;
    q->last = skb;
    q->length++;
}

static struct skb *queue_pop(struct skb_queue *q)
{
    struct skb *skb = q->head;

    if (skb == NULL)
        return NULL;
    q->head = skb->next;
    if (q->head == NULL)
        q->last = NULL;
    q->length--;
    skb->next = NULL;
    return skb;
}

/* Frees all buffers of a queue; returns how many there were. */
static int queue_purge(struct skb_queue *q)
{
    struct skb *skb;
    int count = 0;

    while ((skb = queue_pop(q)) != NULL) {
        skb_free(skb);
        count++;
    }
    assert(q->length == 0);
    return count;
}

/* ==================================================================== */
/* kernel: deferred work                                                */
/* ==================================================================== */

struct device;

struct work {
    void (*run)(struct device *dev, int argument);
    struct device *dev;
    int argument;
};

static struct {
    struct work *item[WORK_RING];
    unsigned head, tail;
} work_queue;

static int schedule_work(struct work *w)
{
    if (work_queue.head - work_queue.tail == WORK_RING)
        return E_BUSY;
    work_queue.item[work_queue.head++ % WORK_RING] = w;
    return E_OK;
}

/* Does one piece of work; returns whether there was one. */
static int run_work(void)
{
    struct work *w;
    void (*run)(struct device *dev, int argument);

    if (work_queue.head == work_queue.tail)
        return 0;
    w = work_queue.item[work_queue.tail++ % WORK_RING];
    run = w->run;
    run(w->dev, w->argument);
    return 1;
}

static void flush_work(void)
{
    while (run_work())
        ;
}

/* ==================================================================== */
/* fabric: queue pairs                                                  */
/* ==================================================================== */

enum qp_state { QP_RESET, QP_INIT, QP_RTR, QP_RTS, QP_ERROR, QP_STATES };

/* Which states may follow which. */
static const unsigned char qp_allowed[QP_STATES][QP_STATES] = {
    /*             RESET INIT RTR RTS ERROR */
    [QP_RESET] = { 1,    1,   0,  0,  1 },
    [QP_INIT]  = { 1,    1,   1,  0,  1 },
    [QP_RTR]   = { 1,    0,   0,  1,  1 },
    [QP_RTS]   = { 1,    0,   0,  1,  1 },
    [QP_ERROR] = { 1,    0,   0,  0,  1 },
};

struct qp {
    enum qp_state state;
    int number;
    int changes;
};

static void qp_modify(struct qp *qp, enum qp_state state)
{
    assert(state < QP_STATES);
    assert(qp_allowed[qp->state][state]);
    qp->state = state;
    qp->changes++;
}

/* Brings a queue pair from the reset state to work. */
static void qp_start(struct qp *qp)
{
    qp_modify(qp, QP_INIT);
    qp_modify(qp, QP_RTR);
    qp_modify(qp, QP_RTS);
}

/* ==================================================================== */
/* fabric: completion queues                                            */
/* ==================================================================== */

enum wc_status { WC_SUCCESS, WC_RETRY_EXCEEDED, WC_FLUSHED, WC_FATAL, WC_STATUSES };

struct completion {
    unsigned index;             /* slot of the transmit ring */
    enum wc_status status;
};

struct cq {
    struct completion *ring;
    unsigned head, tail;
};

static unsigned cq_length(const struct cq *cq)
{
    return cq->head - cq->tail;
}

static void cq_push(struct cq *cq, unsigned index, enum wc_status status)
{
    struct completion *wc = &cq->ring[cq->head % CQ_RING];

    assert(cq_length(cq) < CQ_RING);
    wc->index = index;
    wc->status = status;
    cq->head++;
}

static int cq_pop(struct cq *cq, struct completion *wc)
{
    if (cq_length(cq) == 0)
        return 0;
    *wc = cq->ring[cq->tail++ % CQ_RING];
    return 1;
}

/* ==================================================================== */
/* the device                                                           */
/* ==================================================================== */

struct ah;
struct path;
struct group;

struct stats {
    int rx_packets, rx_errors, rx_dropped;
    int tx_packets, tx_errors, tx_dropped;
    long rx_bytes, tx_bytes;
    int echoes, resolved, restarts;
};

struct tx_slot {
    struct skb *skb;
    struct ah *ah;
};

/* A message that arrives in several segments. */
struct assembly {
    unsigned char *buffer;      /* NULL if there is none under way */
    unsigned id;
    int total, received;
};

struct device_ops {
    int (*open)(struct device *dev);
    int (*stop)(struct device *dev);
    int (*xmit)(struct device *dev, struct skb *skb);
    int (*set_mtu)(struct device *dev, int mtu);
    int (*ioctl)(struct device *dev, unsigned code, int argument);
};

struct device {
    char name[NAME_SIZE];
    const struct device_ops *ops;
    unsigned flags;
    unsigned pkey;
    int mtu;
    int coalesce;               /* completions are handled in steps of the budget divided by this */
    int locked;
    unsigned lanes;             /* virtual lanes in use, one bit each */
    struct qp *qp;
    struct cq *cq;
    struct tx_slot *tx;
    unsigned tx_head;           /* next slot to fill */
    unsigned tx_sent;           /* next slot that the hardware completes */
    unsigned tx_tail;           /* next slot to free */
    struct path *paths;
    int path_count;
    struct group *groups;
    int group_count;
    struct group *broadcast;
    struct assembly assembly;
    struct stats stats;
    struct device *parent;
    struct device *children;    /* the first child */
    struct device *sibling;     /* the next child of the same parent */
    int child_count;
};

static void device_lock(struct device *dev)
{
    assert(dev->locked == 0);
    dev->locked++;
}

static void device_unlock(struct device *dev)
{
    assert(dev->locked == 1);
    dev->locked--;
}

/* ==================================================================== */
/* fabric: queries to the subnet administrator                          */
/* ==================================================================== */

enum query_kind { QUERY_PATH, QUERY_JOIN };

struct query {
    enum query_kind kind;
    struct device *dev;
    void *target;               /* the path or group that waits for the answer */
    struct query *next;
};

static struct query *queries;   /* the oldest first */

static int query_start(enum query_kind kind, struct device *dev, void *target)
{
    struct query **link = &queries;
    struct query *q = kmalloc(sizeof *q);

    if (q == NULL)
        return E_NOMEM;
    q->kind = kind;
    q->dev = dev;
    q->target = target;
    q->next = NULL;
    while (*link != NULL)
        link = &(*link)->next;
    *link = q;
    return E_OK;
}

/* Withdraws the queries for a path or group. */
static void query_cancel(const void *target)
{
    struct query **link = &queries;

    while (*link != NULL) {
        struct query *q = *link;
        if (q->target == target) {
            *link = q->next;
            free(q);
        } else {
            link = &q->next;
        }
    }
}

/* ==================================================================== */
/* addresses: handles                                                   */
/* ==================================================================== */

struct ah {
    unsigned lid;
    int lane;
    int references;
};

static struct ah *ah_create(struct device *dev, unsigned lid, int service_level)
{
    struct ah *ah = kmalloc(sizeof *ah);

    if (ah == NULL)
        return NULL;
    ah->lid = lid;
    ah->lane = service_level * 3;
    ah->references = 1;
    dev->lanes |= 1u << ah->lane;
    return ah;
}

static struct ah *ah_get(struct ah *ah)
{
    assert(ah->references > 0);
    ah->references++;
    return ah;
}

static void ah_put(struct ah *ah)
{
    if (ah == NULL)
        return;
    assert(ah->references > 0);
    if (--ah->references == 0)
        free(ah);
}

/* ==================================================================== */
/* transmit                                                             */
/* ==================================================================== */

static unsigned tx_outstanding(const struct device *dev)
{
    return dev->tx_head - dev->tx_tail;
}

/* Hands a buffer to the hardware; on failure the caller keeps it. */
static int post_send(struct device *dev, struct ah *ah, struct skb *skb)
{
    struct tx_slot *slot;

    if (dev->qp->state != QP_RTS)
        return E_NETDOWN;
    if (tx_outstanding(dev) == TX_RING) {
        skb_free(skb);
        return E_BUSY;
    }
    slot = &dev->tx[dev->tx_head % TX_RING];
    assert(slot->skb == NULL && slot->ah == NULL);
    skb->dest = ah->lid;
    slot->skb = skb;
    slot->ah = ah_get(ah);
    dev->tx_head++;
    return E_OK;
}

/* Sends a buffer or drops it. */
static int send_or_drop(struct device *dev, struct ah *ah, struct skb *skb)
{
    int status = post_send(dev, ah, skb);

    if (status != E_OK) {
        dev->stats.tx_dropped++;
        skb_free(skb);
    }
    return status;
}

/* Sends everything that waited for an address. */
static void send_pending(struct device *dev, struct ah *ah, struct skb_queue *pending)
{
    struct skb *skb;

    while ((skb = queue_pop(pending)) != NULL)
        send_or_drop(dev, ah, skb);
}

static void device_restart(struct device *dev, int argument);

/* Frees the slot of a buffer that was sent, or not. */
static void handle_completion(struct device *dev, const struct completion *wc)
{
    struct work restart;
    struct tx_slot *slot = &dev->tx[wc->index];

    assert(wc->index == dev->tx_tail % TX_RING);
    if (wc->status == WC_SUCCESS) {
        dev->stats.tx_packets++;
        dev->stats.tx_bytes += slot->skb->length;
    } else {
        dev->stats.tx_errors++;
    }
    skb_free(slot->skb);
    ah_put(slot->ah);
    slot->skb = NULL;
    slot->ah = NULL;
    dev->tx_tail++;
    if (wc->status == WC_FATAL) {
        restart.run = device_restart;
        restart.dev = dev;
        restart.argument = (int)wc->index;
        schedule_work(&restart);
    }
}

/* Handles completions, as many as the budget allows. */
static int device_poll(struct device *dev)
{
    struct completion wc;
    int budget = POLL_BUDGET / dev->coalesce;
    int done = 0;

    if (!(dev->flags & F_UP))
        return 0;
    while (done < budget && cq_pop(dev->cq, &wc)) {
        handle_completion(dev, &wc);
        done++;
    }
    assert(tx_outstanding(dev) <= TX_RING);
    return done;
}

/* Frees all slots, whatever became of the buffers. */
static void drain_tx(struct device *dev)
{
    while (dev->tx_tail != dev->tx_head) {
        struct tx_slot *slot = &dev->tx[dev->tx_tail++ % TX_RING];
        dev->stats.tx_errors++;
        skb_free(slot->skb);
        ah_put(slot->ah);
        slot->skb = NULL;
        slot->ah = NULL;
    }
    dev->tx_head = dev->tx_sent = dev->tx_tail = 0;
    dev->cq->head = dev->cq->tail = 0;
}

/* ==================================================================== */
/* addresses: paths                                                     */
/* ==================================================================== */

struct path {
    unsigned lid;
    struct ah *ah;              /* NULL until the query is answered */
    struct skb_queue pending;
    int asked;                  /* a query is under way */
    struct path *next;
};

static struct path *path_find(struct device *dev, unsigned lid)
{
    struct path *p;

    for (p = dev->paths; p != NULL; p = p->next)
        if (p->lid == lid)
            return p;
    return NULL;
}

/* A new path, about which the administrator is asked, or NULL. */
static struct path *path_create(struct device *dev, unsigned lid)
{
    struct path *p;

    assert(path_find(dev, lid) == NULL);
    if (dev->path_count >= PATHS_MAX)
        return NULL;
    p = kzalloc(sizeof *p);
    if (p == NULL)
        return NULL;
    p->lid = lid;
    queue_init(&p->pending);
    if (query_start(QUERY_PATH, dev, p) != E_OK) {
        free(p);
        return NULL;
    }
    p->asked = 1;
    p->next = dev->paths;
    dev->paths = p;
    dev->path_count++;
    return p;
}

static void path_free(struct device *dev, struct path *p)
{
    if (p->asked && p->pending.length > 0)
        query_cancel(p);
    dev->stats.tx_dropped += queue_purge(&p->pending);
    ah_put(p->ah);
    free(p);
    dev->path_count--;
}

/* Forgets all paths. */
static void path_flush(struct device *dev)
{
    while (dev->paths != NULL) {
        struct path *p = dev->paths;
        dev->paths = p->next;
        path_free(dev, p);
    }
    assert(dev->path_count == 0);
}

/* The administrator has answered: the buffers that waited can go, or never will. */
static void path_answered(struct device *dev, struct path *p, int found, int service_level)
{
    p->asked = 0;
    if (found)
        p->ah = ah_create(dev, p->lid, service_level);
    if (p->ah != NULL) {
        send_pending(dev, p->ah, &p->pending);
        dev->stats.resolved++;
        return;
    }
    dev->stats.tx_dropped += p->pending.length;
    queue_init(&p->pending);
}

/* Asks again about a path whose query failed. */
static int path_retry(struct device *dev, struct path *p)
{
    int status;

    assert(p->ah == NULL && !p->asked);
    status = query_start(QUERY_PATH, dev, p);
    if (status == E_OK)
        p->asked = 1;
    return status;
}

static int path_send(struct device *dev, struct skb *skb)
{
    struct path *p = path_find(dev, skb->dest);

    if (p == NULL)
        p = path_create(dev, skb->dest);
    if (p == NULL) {
        dev->stats.tx_dropped++;
        skb_free(skb);
        return E_NOMEM;
    }
    if (p->ah != NULL)
        return send_or_drop(dev, p->ah, skb);
    if (p->pending.length >= PENDING_MAX || (!p->asked && path_retry(dev, p) != E_OK)) {
        dev->stats.tx_dropped++;
        skb_free(skb);
        return E_NOSPC;
    }
    queue_push(&p->pending, skb);
    return E_OK;
}

/* ==================================================================== */
/* addresses: multicast groups                                          */
/* ==================================================================== */

enum group_state { GROUP_NEW, GROUP_JOINING, GROUP_JOINED, GROUP_FAILED };

struct group {
    unsigned id;
    enum group_state state;
    struct ah *ah;
    struct skb_queue pending;
    int tries;
    struct group *next;
};

static struct group *group_find(struct device *dev, unsigned id)
{
    struct group *g;

    for (g = dev->groups; g != NULL; g = g->next)
        if (g->id == id)
            return g;
    return NULL;
}

static struct group *group_create(struct device *dev, unsigned id)
{
    struct group *g;

    assert(id >= MULTICAST_BASE && group_find(dev, id) == NULL);
    if (dev->group_count >= GROUPS_MAX)
        return NULL;
    g = kzalloc(sizeof *g);
    if (g == NULL)
        return NULL;
    g->id = id;
    g->state = GROUP_NEW;
    queue_init(&g->pending);
    g->next = dev->groups;
    dev->groups = g;
    dev->group_count++;
    return g;
}

/* Asks for membership. */
static int group_join(struct device *dev, struct group *g)
{
    int status;

    if (g->state == GROUP_JOINING || g->state == GROUP_JOINED)
        return E_EXIST;
    status = query_start(QUERY_JOIN, dev, g);
    if (status != E_OK)
        return status;
    g->state = GROUP_JOINING;
    g->tries++;
    return E_OK;
}

static void group_answered(struct device *dev, struct group *g, int joined, int service_level)
{
    assert(g->state == GROUP_JOINING);
    if (joined)
        g->ah = ah_create(dev, g->id, service_level % 4);
    if (g->ah != NULL) {
        g->state = GROUP_JOINED;
        send_pending(dev, g->ah, &g->pending);
    } else {
        g->state = GROUP_FAILED;
        dev->stats.tx_dropped += queue_purge(&g->pending);
    }
}

static void group_free(struct device *dev, struct group *g)
{
    if (g->state == GROUP_JOINING)
        query_cancel(g);
    dev->stats.tx_dropped += queue_purge(&g->pending);
    ah_put(g->ah);
    free(g);
    dev->group_count--;
}

/* Leaves one group. */
static int group_leave(struct device *dev, unsigned id)
{
    struct group **link = &dev->groups;

    while (*link != NULL && (*link)->id != id)
        link = &(*link)->next;
    if (*link == NULL || *link == dev->broadcast)
        return E_INVAL;
    {
        struct group *g = *link;
        *link = g->next;
        group_free(dev, g);
    }
    return E_OK;
}

/* Leaves all groups, the broadcast group included. */
static void group_flush(struct device *dev)
{
    while (dev->groups != NULL) {
        struct group *g = dev->groups;
        dev->groups = g->next;
        group_free(dev, g);
    }
    dev->broadcast = NULL;
    assert(dev->group_count == 0);
}

static int group_send(struct device *dev, struct skb *skb)
{
    struct group *g = group_find(dev, skb->dest);

    if (g == NULL) {
        g = group_create(dev, skb->dest);
        if (g == NULL) {
            dev->stats.tx_dropped++;
            skb_free(skb);
            return E_NOMEM;
        }
    }
    if (g->state == GROUP_JOINED || g == dev->broadcast)
        return send_or_drop(dev, g->ah, skb);
    if (g->state != GROUP_JOINING && group_join(dev, g) != E_OK) {
        dev->stats.tx_dropped++;
        skb_free(skb);
        return E_NOMEM;
    }
    if (g->pending.length >= PENDING_MAX) {
        dev->stats.tx_dropped++;
        skb_free(skb);
        return E_NOSPC;
    }
    queue_push(&g->pending, skb);
    return E_OK;
}

/* ==================================================================== */
/* transmit: the entry                                                  */
/* ==================================================================== */

/* Sends a buffer, which belongs to the driver from now on. */
static int device_xmit(struct device *dev, struct skb *skb)
{
    int status;

    device_lock(dev);
    if (!(dev->flags & F_UP)) {
        status = E_NETDOWN;
        goto drop;
    }
    if (skb->length + ENCAP_LENGTH > dev->mtu) {
        status = E_MSGSIZE;
        goto drop;
    }
    skb->source = dev->pkey;
    if (skb->dest >= MULTICAST_BASE)
        status = group_send(dev, skb);
    else
        status = path_send(dev, skb);
    device_unlock(dev);
    return status;

drop:
    dev->stats.tx_dropped++;
    skb_free(skb);
    device_unlock(dev);
    return status;
}

/* ==================================================================== */
/* receive: IP                                                          */
/* ==================================================================== */

static unsigned read16(const unsigned char *p)
{
    return (unsigned)p[0] << 8 | p[1];
}

static void write16(unsigned char *p, unsigned value)
{
    p[0] = (unsigned char)(value >> 8);
    p[1] = (unsigned char)value;
}

/* The checksum of the internet over an even number of bytes. */
static unsigned checksum(const unsigned char *data, int length)
{
    unsigned sum = 0;
    int i;

    assert(length % 2 == 0);
    for (i = 0; i < length; i += 2)
        sum += read16(data + i);
    while (sum >> 16 != 0)
        sum = (sum & 0xffff) + (sum >> 16);
    return ~sum & 0xffff;
}

struct ip_info {
    int header;                 /* bytes */
    int total;
    int protocol;
    int ttl;
};

/* Reads an IP header; returns whether it is good. */
static int parse_ip(const struct skb *skb, struct ip_info *info)
{
    int last;

    if (skb->length < IP_HEADER)
        return 0;
    info->header = (skb->data[0] & 15) * 4;
    if (info->header < IP_HEADER)
        return 0;
    last = skb->data[info->header - 1];
    if (checksum(skb->data, info->header) != 0)
        return 0;
    info->total = (int)read16(skb->data + 2);
    info->ttl = skb->data[8];
    info->protocol = skb->data[9];
    if (info->total < info->header || info->total > skb->length)
        return 0;
    return info->ttl > 0 && last >= 0;
}

/* Answers an echo request. */
static void icmp_receive(struct device *dev, const struct skb *skb, const struct ip_info *info)
{
    struct skb *answer;
    unsigned char *icmp;
    unsigned char address[4];

    if (info->total < info->header + 8 || skb->data[info->header] != 8)
        return;
    answer = skb_alloc(info->total);
    if (answer == NULL)
        return;
    memcpy(answer->data, skb->data, (size_t)info->total);
    memcpy(address, answer->data + 12, 4);
    memcpy(answer->data + 12, answer->data + 16, 4);
    memcpy(answer->data + 16, address, 4);
    icmp = answer->data + info->header;
    icmp[0] = 0;
    write16(icmp + 2, 0);
    answer->dest = skb->source;
    dev->stats.echoes++;
    device_xmit(dev, answer);
}

static void udp_receive(struct device *dev, const struct skb *skb, const struct ip_info *info)
{
    const unsigned char *udp = skb->data + info->header;
    int length;

    if (info->total < info->header + 8) {
        dev->stats.rx_errors++;
        return;
    }
    length = (int)read16(udp + 4);
    if (length < 8 || length > info->total - info->header) {
        dev->stats.rx_errors++;
        return;
    }
    dev->stats.rx_bytes += length - 8;
}

struct protocol {
    int number;
    void (*receive)(struct device *dev, const struct skb *skb, const struct ip_info *info);
};

static const struct protocol protocols[] = {
    { PROTO_ICMP, icmp_receive },
    { PROTO_UDP, udp_receive },
};

static void ip_receive(struct device *dev, const struct skb *skb)
{
    struct ip_info info;
    size_t i;

    if (!parse_ip(skb, &info)) {
        dev->stats.rx_errors++;
        return;
    }
    assert(info.header >= IP_HEADER && info.header <= info.total);
    dev->stats.rx_packets++;
    for (i = 0; i < sizeof protocols / sizeof protocols[0]; i++)
        if (protocols[i].number == info.protocol)
            protocols[i].receive(dev, skb, &info);
}

/* ==================================================================== */
/* receive: address resolution                                          */
/* ==================================================================== */

struct arp_info {
    int operation;              /* 1 request, 2 answer */
    unsigned lid;               /* of the sender */
};

/* Reads a message of either length; only the long one names the port. */
static int parse_arp(const struct skb *skb, struct arp_info *info)
{
    if (skb->length < ARP_SHORT)
        return 0;
    info->operation = (int)read16(skb->data + 2);
    if (info->operation != 1 && info->operation != 2)
        return 0;
    if (skb->length >= ARP_LONG)
        info->lid = read16(skb->data + 8);
    return 1;
}

static void arp_receive(struct device *dev, const struct skb *skb)
{
    struct arp_info info;

    if (!parse_arp(skb, &info)) {
        dev->stats.rx_errors++;
        return;
    }
    dev->stats.rx_packets++;
    if (info.lid == 0 || info.lid >= MULTICAST_BASE)
        return;
    device_lock(dev);
    if (path_find(dev, info.lid) == NULL)
        path_create(dev, info.lid);     /* it will be needed soon */
    device_unlock(dev);
}

/* ==================================================================== */
/* receive: segmented messages                                          */
/* ==================================================================== */

static void assembly_drop(struct assembly *a)
{
    free(a->buffer);
    a->buffer = NULL;
    a->total = a->received = 0;
}

/* A segment: kind, id, total length, offset, and the data. */
static void segment_receive(struct device *dev, const struct skb *skb)
{
    struct assembly *a = &dev->assembly;
    int length = skb->length - SEGMENT_HEADER;
    int total, offset;
    unsigned id;

    if (length <= 0)
        goto bad;
    id = skb->data[1];
    total = skb->data[2];
    offset = skb->data[3];
    if (offset == 0) {
        if (length > total)
            goto bad;
        assembly_drop(a);
        a->buffer = kzalloc((size_t)total);
        if (a->buffer == NULL)
            goto bad;
        a->id = id;
        a->total = total;
    } else if (a->buffer == NULL || a->id != id || a->total != total) {
        goto bad;
    }
    if (offset >= a->total)
        goto bad;
    memcpy(a->buffer + offset, skb->data + SEGMENT_HEADER, (size_t)length);
    a->received += length;
    if (a->received >= a->total) {
        dev->stats.rx_packets++;
        dev->stats.rx_bytes += a->total;
        assembly_drop(a);
    }
    return;

bad:
    dev->stats.rx_errors++;
}

/* ==================================================================== */
/* receive: the entry                                                   */
/* ==================================================================== */

/* Takes a buffer from the hardware; it is freed here. */
static void device_receive(struct device *dev, struct skb *skb)
{
    if (!(dev->flags & F_UP) || skb->length == 0) {
        dev->stats.rx_dropped++;
        skb_free(skb);
        return;
    }
    switch (skb->data[0] >> 4) {
    case PACKET_IP:
        ip_receive(dev, skb);
        break;
    case PACKET_ARP:
        arp_receive(dev, skb);
        break;
    case PACKET_SEGMENT:
        segment_receive(dev, skb);
        break;
    default:
        dev->stats.rx_dropped++;
        break;
    }
    skb_free(skb);
}

/* ==================================================================== */
/* device: open and stop                                                */
/* ==================================================================== */

static int device_open(struct device *dev)
{
    int status = E_NOMEM;

    device_lock(dev);
    if (dev->flags & F_UP) {
        device_unlock(dev);
        return E_BUSY;
    }
    assert(dev->groups == NULL && dev->paths == NULL);
    assert(tx_outstanding(dev) == 0);
    dev->broadcast = group_create(dev, BROADCAST);
    if (dev->broadcast == NULL)
        goto fail;
    status = group_join(dev, dev->broadcast);
    if (status != E_OK)
        goto leave;
    qp_start(dev->qp);
    dev->flags |= F_UP | F_CARRIER;
    device_unlock(dev);
    return E_OK;

leave:
    group_flush(dev);
fail:
    device_unlock(dev);
    return status;
}

static int device_stop(struct device *dev)
{
    device_lock(dev);
    if (!(dev->flags & F_UP)) {
        device_unlock(dev);
        return E_NETDOWN;
    }
    dev->flags &= ~(F_UP | F_CARRIER);
    qp_modify(dev->qp, QP_ERROR);
    drain_tx(dev);
    path_flush(dev);
    group_flush(dev);
    assembly_drop(&dev->assembly);
    qp_modify(dev->qp, QP_RESET);
    device_unlock(dev);
    return E_OK;
}

/* Work after a fatal error: closes the device and opens it again. */
static void device_restart(struct device *dev, int argument)
{
    assert(argument >= 0 && argument < TX_RING);
    if (dev->ops->stop(dev) == E_OK && dev->ops->open(dev) == E_OK)
        dev->stats.restarts++;
}

/* The port went down or came up. */
static void port_event(struct device *dev, int up)
{
    device_lock(dev);
    if (!(dev->flags & F_UP)) {
        device_unlock(dev);
        return;
    }
    if (!up && (dev->flags & F_CARRIER)) {
        qp_modify(dev->qp, QP_ERROR);
        dev->flags &= ~F_CARRIER;
    } else if (up && !(dev->flags & F_CARRIER)) {
        if (dev->qp->state != QP_ERROR)
            qp_modify(dev->qp, QP_RESET);
        qp_start(dev->qp);
        dev->flags |= F_CARRIER;
    }
    device_unlock(dev);
}

/* ==================================================================== */
/* device: settings                                                     */
/* ==================================================================== */

static int device_set_mtu(struct device *dev, int mtu)
{
    device_lock(dev);
    if (mtu < MTU_MIN || mtu + ENCAP_LENGTH > MTU_MAX) {
        device_unlock(dev);
        return E_INVAL;
    }
    if (dev->parent != NULL && mtu > dev->parent->mtu) {
        device_unlock(dev);
        mtu = dev->parent->mtu;         /* a child cannot send more than its parent */
        device_lock(dev);
        dev->mtu = mtu;
        device_unlock(dev);
    }
    dev->mtu = mtu;
    device_unlock(dev);
    return E_OK;
}

enum ioctl_code { IOCTL_COALESCE, IOCTL_PROMISCUOUS, IOCTL_JOIN, IOCTL_LEAVE, IOCTL_FLUSH, IOCTL_RESET_STATS, IOCTL_CODES };

static int ioctl_coalesce(struct device *dev, int argument)
{
    if (argument < 0 || argument > POLL_BUDGET)
        return E_INVAL;
    dev->coalesce = argument;
    return E_OK;
}

static int ioctl_promiscuous(struct device *dev, int argument)
{
    if (argument != 0)
        dev->flags |= F_PROMISCUOUS;
    else
        dev->flags &= ~F_PROMISCUOUS;
    return E_OK;
}

static int ioctl_join(struct device *dev, int argument)
{
    unsigned id = MULTICAST_BASE + ((unsigned)argument & 15);
    struct group *g;

    if (!(dev->flags & F_UP))
        return E_NETDOWN;
    g = group_find(dev, id);
    if (g == NULL)
        g = group_create(dev, id);
    if (g == NULL)
        return E_NOMEM;
    return group_join(dev, g);
}

static int ioctl_leave(struct device *dev, int argument)
{
    return group_leave(dev, MULTICAST_BASE + ((unsigned)argument & 15));
}

static int ioctl_flush(struct device *dev, int argument)
{
    (void)argument;
    path_flush(dev);
    return E_OK;
}

static int ioctl_reset_stats(struct device *dev, int argument)
{
    (void)argument;
    memset(&dev->stats, 0, sizeof dev->stats);
    return E_OK;
}

static int (*const ioctls[IOCTL_CODES])(struct device *dev, int argument) = {
    [IOCTL_COALESCE] = ioctl_coalesce,
    [IOCTL_PROMISCUOUS] = ioctl_promiscuous,
    [IOCTL_JOIN] = ioctl_join,
    [IOCTL_LEAVE] = ioctl_leave,
    [IOCTL_FLUSH] = ioctl_flush,
    [IOCTL_RESET_STATS] = ioctl_reset_stats,
};

static int device_ioctl(struct device *dev, unsigned code, int argument)
{
    int status;

    if (code >= IOCTL_CODES)
        return E_INVAL;
    device_lock(dev);
    status = ioctls[code](dev, argument);
    device_unlock(dev);
    return status;
}

static const struct device_ops device_ops = {
    .open = device_open,
    .stop = device_stop,
    .xmit = device_xmit,
    .set_mtu = device_set_mtu,
    .ioctl = device_ioctl,
};

/* ==================================================================== */
/* device: creation                                                     */
/* ==================================================================== */

static int qp_numbers;

static struct device *device_create(const char *name, unsigned pkey)
{
    struct device *dev = kzalloc(sizeof *dev);

    if (dev == NULL)
        return NULL;
    dev->cq = kzalloc(sizeof *dev->cq);
    if (dev->cq == NULL)
        goto free_device;
    dev->cq->ring = kzalloc(CQ_RING * sizeof *dev->cq->ring);
    if (dev->cq->ring == NULL)
        goto free_cq;
    dev->qp = kzalloc(sizeof *dev->qp);
    if (dev->qp == NULL)
        goto free_qp;
    dev->qp->state = QP_RESET;
    dev->qp->number = ++qp_numbers;
    dev->tx = kzalloc(TX_RING * sizeof *dev->tx);
    if (dev->tx == NULL)
        goto free_qp;
    assert(strlen(name) < sizeof dev->name);
    strcpy(dev->name, name);
    dev->ops = &device_ops;
    dev->pkey = pkey;
    dev->mtu = MTU_DEFAULT;
    dev->coalesce = 1;
    return dev;

free_qp:
    assert(dev->qp->state == QP_RESET);
    free(dev->qp);
    goto free_ring;
free_ring:
    free(dev->cq->ring);
free_cq:
    free(dev->cq);
free_device:
    free(dev);
    return NULL;
}

/* Destroys a device without children; work for it is done before. */
static void device_destroy(struct device *dev)
{
    flush_work();
    assert(dev->children == NULL && dev->child_count == 0);
    dev->ops->stop(dev);
    assert(dev->locked == 0 && dev->qp->state == QP_RESET);
    assert(dev->paths == NULL && dev->groups == NULL);
    free(dev->tx);
    free(dev->qp);
    free(dev->cq->ring);
    free(dev->cq);
    free(dev);
}

/* ==================================================================== */
/* device: child interfaces, one per partition                          */
/* ==================================================================== */

/* The partition keys of the port; 0 is an empty entry. */
static const unsigned pkey_table[PKEYS] = {
    0xffff, 0x8001, 0x8002, 0x8003, 0, 0x8010, 0x8011, 0, 0x8100, 0x8101, 0x9000, 0, 0, 0xa001, 0xa002, 0x7fff,
};

static struct device *child_find(struct device *parent, unsigned pkey)
{
    struct device *child;

    for (child = parent->children; child != NULL; child = child->sibling)
        if (child->pkey == pkey)
            return child;
    return NULL;
}

/* Creates the interface for a partition, named after its parent. */
static int child_add(struct device *parent, unsigned index)
{
    char name[NAME_SIZE];
    struct device *child;
    unsigned pkey;

    if (index > PKEYS)
        return E_INVAL;
    pkey = pkey_table[index];
    if (pkey == 0)
        return E_INVAL;
    if (child_find(parent, pkey) != NULL)
        return E_EXIST;
    if (parent->child_count >= CHILDREN_MAX)
        return E_NOSPC;
    sprintf(name, "%s.%04x", parent->name, pkey);
    child = device_create(name, pkey);
    if (child == NULL)
        return E_NOMEM;
    child->parent = parent;
    if (child->mtu > parent->mtu)
        child->mtu = parent->mtu;
    child->sibling = parent->children;
    parent->children = child;
    parent->child_count++;
    return E_OK;
}

static void child_remove(struct device *parent, struct device *child)
{
    struct device **link = &parent->children;

    while (child->children != NULL)
        child_remove(child, child->children);
    while (*link != child)
        link = &(*link)->sibling;
    *link = child->sibling;
    parent->child_count--;
    device_destroy(child);
}

/* Removes a device with everything below it. */
static void device_remove(struct device *dev)
{
    while (dev->children != NULL)
        child_remove(dev, dev->children);
    device_destroy(dev);
}

/* ==================================================================== */
/* harness: the hardware                                                */
/* ==================================================================== */

/* The hardware is done with the oldest buffer that it has. */
static void hardware_completes(struct device *dev, enum wc_status status)
{
    if (!(dev->flags & F_UP) || dev->tx_sent == dev->tx_head)
        return;
    if (dev->qp->state == QP_ERROR)
        status = WC_FLUSHED;
    cq_push(dev->cq, dev->tx_sent % TX_RING, status);
    dev->tx_sent++;
}

/* The subnet administrator answers the oldest query. */
static void administrator_answers(unsigned char answer)
{
    struct query *q = queries;
    struct device *dev;

    if (q == NULL)
        return;
    queries = q->next;
    dev = q->dev;
    device_lock(dev);
    if (q->kind == QUERY_PATH)
        path_answered(dev, q->target, answer % 4 != 0, answer >> 4);
    else
        group_answered(dev, q->target, answer % 4 != 0, answer >> 4);
    device_unlock(dev);
    free(q);
}

/* Queries that are left are never answered. */
static void administrator_leaves(void)
{
    while (queries != NULL) {
        struct query *q = queries;
        queries = q->next;
        free(q);
    }
}

/* ==================================================================== */
/* harness: packets                                                     */
/* ==================================================================== */

static struct skb *make_raw(void)
{
    int length = __VERIFIER_nondet_uchar() % 48;
    struct skb *skb = skb_alloc(length);
    int i;

    if (skb == NULL)
        return NULL;
    for (i = 0; i < length; i++)
        skb->data[i] = i < 4 ? __VERIFIER_nondet_uchar() : (unsigned char)(i * 7);
    return skb;
}

/* An IP packet with a correct header. */
static struct skb *make_ip(void)
{
    unsigned char what = __VERIFIER_nondet_uchar();
    int payload = what % 16;
    struct skb *skb = skb_alloc(IP_HEADER + payload);

    if (skb == NULL)
        return NULL;
    memset(skb->data, 0, (size_t)skb->length);
    skb->data[0] = PACKET_IP << 4 | IP_HEADER / 4;
    write16(skb->data + 2, (unsigned)skb->length);
    skb->data[8] = 64;
    skb->data[9] = (what & 128) != 0 ? PROTO_ICMP : PROTO_UDP;
    skb->data[12] = 10;
    skb->data[16] = 11;
    if (payload > 0)
        skb->data[IP_HEADER] = 8;
    if (payload > 5)
        write16(skb->data + IP_HEADER + 4, (unsigned)payload);
    write16(skb->data + 10, checksum(skb->data, IP_HEADER));
    return skb;
}

static struct skb *make_arp(void)
{
    int length = 4 + __VERIFIER_nondet_uchar() % 8;
    struct skb *skb = skb_alloc(length);

    if (skb == NULL)
        return NULL;
    memset(skb->data, 0, (size_t)length);
    skb->data[0] = PACKET_ARP << 4;
    skb->data[3] = __VERIFIER_nondet_uchar() % 4;
    if (length >= ARP_LONG)
        skb->data[9] = __VERIFIER_nondet_uchar();
    return skb;
}

static struct skb *make_segment(void)
{
    int length = __VERIFIER_nondet_uchar() % 12 + SEGMENT_HEADER;
    struct skb *skb = skb_alloc(length);

    if (skb == NULL)
        return NULL;
    memset(skb->data, 0x33, (size_t)length);
    skb->data[0] = PACKET_SEGMENT << 4;
    skb->data[1] = __VERIFIER_nondet_uchar() % 2;
    skb->data[2] = __VERIFIER_nondet_uchar() % 32;
    skb->data[3] = __VERIFIER_nondet_uchar() % 32;
    return skb;
}

static struct skb *(*const makers[])(void) = { make_raw, make_ip, make_arp, make_segment };

/* A packet arrives. */
static void arrive(struct device *dev)
{
    struct skb *skb = makers[__VERIFIER_nondet_uchar() % 4]();

    if (skb == NULL)
        return;
    skb->source = __VERIFIER_nondet_uchar() % 8 + 1u;
    device_receive(dev, skb);
}

/* The kernel sends a packet. */
static void transmit(struct device *dev)
{
    unsigned char what = __VERIFIER_nondet_uchar();
    struct skb *skb = skb_alloc((what & 15) * 4);
    int status;

    if (skb == NULL)
        return;
    memset(skb->data, 0, (size_t)skb->length);
    skb->dest = what >= 192 ? MULTICAST_BASE + (what & 15u) : what / 16 % 8 + 1u;
    status = dev->ops->xmit(dev, skb);
    if (status == E_OK)
        assert(dev->flags & F_UP);
}

/* ==================================================================== */
/* harness: the kernel                                                  */
/* ==================================================================== */

/* The device that an input chooses: the first, a child of it, or a child of that. */
static struct device *choose(struct device *dev, unsigned which)
{
    for (; which > 0 && dev->children != NULL; which--)
        dev = dev->children;
    return dev;
}

static void check(const struct device *dev)
{
    assert(dev->locked == 0);
    assert(tx_outstanding(dev) <= TX_RING);
    assert(dev->mtu >= MTU_MIN && dev->mtu <= MTU_MAX);
    assert(dev->path_count <= PATHS_MAX && dev->group_count <= GROUPS_MAX);
    assert((dev->flags & F_UP) || dev->qp->state == QP_RESET);
}

enum operation {
    OP_OPEN, OP_STOP, OP_SEND, OP_SEND_BURST, OP_RECEIVE, OP_COMPLETE, OP_POLL, OP_ANSWER, OP_PORT, OP_MTU, OP_IOCTL,
    OP_WORK, OP_ADD_CHILD, OP_REMOVE_CHILD, OP_COUNT
};

int main(void)
{
    struct device *first, *dev;
    int operations = __VERIFIER_nondet_uchar() % 21;
    int i, n;

    fail_at = __VERIFIER_nondet_uchar();
    live_buffers = 0;
    queries = NULL;
    work_queue.head = work_queue.tail = 0;
    first = device_create("ib0", pkey_table[0]);
    if (first == NULL)
        return 1;

    for (n = 0; n < operations; n++) {
        unsigned char code = __VERIFIER_nondet_uchar();
        int argument, status;

        dev = choose(first, code >> 6);
        switch (code % OP_COUNT) {
        case OP_OPEN:
            status = dev->ops->open(dev);
            assert(status != E_OK || dev->qp->state == QP_RTS);
            break;
        case OP_STOP:
            status = dev->ops->stop(dev);
            assert(status == E_OK || status == E_NETDOWN);
            break;
        case OP_SEND:
            transmit(dev);
            break;
        case OP_SEND_BURST:
            for (i = 0; i < 3; i++)
                transmit(dev);
            break;
        case OP_RECEIVE:
            arrive(dev);
            break;
        case OP_COMPLETE:
            hardware_completes(dev, (enum wc_status)((code >> 4) % WC_STATUSES));
            break;
        case OP_POLL:
            status = device_poll(dev);
            assert(status <= POLL_BUDGET);
            break;
        case OP_ANSWER:
            administrator_answers(__VERIFIER_nondet_uchar());
            break;
        case OP_PORT:
            port_event(dev, code >> 5 & 1);
            break;
        case OP_MTU:
            argument = __VERIFIER_nondet_int();
            if (dev->ops->set_mtu(dev, argument) == E_OK)
                assert(dev->mtu <= argument);
            break;
        case OP_IOCTL:
            argument = __VERIFIER_nondet_uchar();
            dev->ops->ioctl(dev, (unsigned)argument % 8, argument >> 3);
            break;
        case OP_WORK:
            run_work();
            break;
        case OP_ADD_CHILD:
            if (choose(first, 3) == dev || dev->children == NULL || dev == first)
                child_add(dev, __VERIFIER_nondet_uchar() % 32);
            break;
        default:
            if (first->children != NULL)
                child_remove(first, first->children);
            break;
        }
        check(first);
    }
    device_remove(first);
    assert(live_buffers >= 0);
    administrator_leaves();
    return 0;
}
