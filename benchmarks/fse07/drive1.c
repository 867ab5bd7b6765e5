/*
 * drive1 - a block driver for a disk that lives in memory.
 *
 * The kernel side is reduced to what the driver needs: a table of operations, a
 * queue of requests, a lock that is a counter and an allocator with a limit.
 * The harness plays the kernel: it probes the device, opens and closes it, sends
 * requests and control calls, and removes the device.
 */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#define SECTOR_SIZE 16u
#define CACHE_SIZE (4u * SECTOR_SIZE)
#define MAX_SECTORS 64u
#define MAX_TRANSFER 8u
#define QUEUE_LIMIT 6

enum { E_OK = 0, E_NOMEM = -12, E_BUSY = -16, E_NODEV = -19, E_INVAL = -22, E_NOSPC = -28, E_NOTTY = -25 };
enum direction { DIR_READ, DIR_WRITE, DIR_FLUSH, DIR_COUNT };
enum control { CTL_GET_GEOMETRY, CTL_SET_GEOMETRY, CTL_RESIZE, CTL_SET_BLOCK, CTL_LABEL, CTL_EJECT, CTL_COUNT };

struct geometry {
    unsigned heads, sectors, cylinders;
};

struct request {
    enum direction dir;
    unsigned sector;
    unsigned count;
    unsigned char *buffer;
    struct request *next;
};

struct disk;

struct block_ops {
    int (*open)(struct disk *d, int exclusive);
    int (*release)(struct disk *d);
    int (*ioctl)(struct disk *d, unsigned code, unsigned argument);
    int (*submit)(struct disk *d, enum direction dir, unsigned sector, unsigned count, unsigned char *buffer);
    int (*run_queue)(struct disk *d);
};

struct disk {
    const struct block_ops *ops;
    unsigned char *data;
    unsigned capacity;          /* in sectors */
    unsigned block;             /* bytes per logical block, as told to the users */
    struct geometry geometry;
    struct request *head, **tail;
    int queued;
    int users;
    int exclusive;              /* opened by one user for himself */
    int lock;
    int labelled;
    unsigned char *cache;       /* the first sectors as they were last written out */
    long completed;
};

/* ---- what the kernel offers ---- */

static unsigned memory_left;

static void *kalloc(unsigned size)
{
    if (size > memory_left)
        return NULL;
    memory_left -= size;
    return malloc(size);
}

static void spin_lock(struct disk *d)
{
    assert(d->lock == 0);
    d->lock++;
}

static void spin_unlock(struct disk *d)
{
    assert(d->lock == 1);
    d->lock--;
}

/* ---- the driver ---- */

static int drive_open(struct disk *d, int exclusive)
{
    int status = E_OK;

    spin_lock(d);
    d->users++;
    if (d->exclusive || (exclusive && d->users > 1)) {
        status = E_BUSY;
        goto out;
    }
    if (d->capacity == 0) {
        status = E_NODEV;
        goto out;
    }
    d->exclusive = exclusive;
out:
    if (status == E_BUSY)
        d->users--;
    spin_unlock(d);
    return status;
}

static int drive_release(struct disk *d)
{
    spin_lock(d);
    d->users--;
    if (d->users == 0)
        d->exclusive = 0;
    spin_unlock(d);
    return E_OK;
}

static int drive_submit(struct disk *d, enum direction dir, unsigned sector, unsigned count, unsigned char *buffer)
{
    struct request *r;

    if (dir >= DIR_COUNT)
        return E_INVAL;
    if (dir != DIR_FLUSH && (count == 0 || count > MAX_TRANSFER))
        return E_INVAL;
    spin_lock(d);
    if (d->queued >= QUEUE_LIMIT) {
        spin_unlock(d);
        return E_BUSY;
    }
    r = kalloc(sizeof *r);
    if (r == NULL)
        return E_NOMEM;
    r->dir = dir;
    r->sector = sector;
    r->count = count;
    r->buffer = buffer;
    r->next = NULL;
    *d->tail = r;
    d->tail = &r->next;
    d->queued++;
    spin_unlock(d);
    return E_OK;
}

/* Moves the sectors of one request. */
static int drive_transfer(struct disk *d, const struct request *r)
{
    int writing = r->dir == DIR_WRITE;
    size_t offset = (size_t)r->sector * SECTOR_SIZE;
    size_t bytes = (size_t)r->count * SECTOR_SIZE;

    if (r->sector + r->count > d->capacity)
        return E_NOSPC;
    memcpy(writing ? d->data + offset : r->buffer, writing ? r->buffer : d->data + offset, bytes);
    return E_OK;
}

/* Brings the copy of the first sectors up to date. */
static void drive_write_out(struct disk *d)
{
    unsigned bytes = d->capacity * SECTOR_SIZE;

    if (bytes > CACHE_SIZE)
        bytes = CACHE_SIZE;
    if (bytes > 0)
        memcpy(d->cache, d->data, bytes);
}

/* Serves all requests; a flush is done when everything before it is. */
static int drive_run_queue(struct disk *d)
{
    int status = E_OK;

    spin_lock(d);
    while (d->head != NULL) {
        struct request *r = d->head;
        d->head = r->next;
        if (d->head == NULL)
            d->tail = &d->head;
        d->queued--;
        if (r->dir == DIR_FLUSH)
            drive_write_out(d);
        if (r->dir != DIR_FLUSH && drive_transfer(d, r) != E_OK)
            status = E_NOSPC;
        else
            d->completed++;
        free(r);
    }
    assert(d->queued == 0);
    spin_unlock(d);
    return status;
}

/* Gives the disk another size; the contents of the sectors that stay are kept. */
static int drive_resize(struct disk *d, unsigned sectors)
{
    unsigned char *data;
    unsigned kept = sectors < d->capacity ? sectors : d->capacity;

    if (sectors == 0 || sectors > MAX_SECTORS)
        return E_INVAL;
    if (d->queued > 0)
        return E_BUSY;
    data = kalloc(sectors * SECTOR_SIZE);
    if (data == NULL)
        return E_NOMEM;
    memset(data, 0, sectors * SECTOR_SIZE);
    if (kept > 0)
        memcpy(data, d->data, kept * SECTOR_SIZE);
    free(d->data);
    d->data = data;
    d->capacity = sectors;
    return E_OK;
}

static int drive_ioctl(struct disk *d, unsigned code, unsigned argument)
{
    int status = E_OK;

    spin_lock(d);
    switch (code) {
    case CTL_GET_GEOMETRY:
        d->geometry.cylinders = d->capacity / (d->geometry.heads * d->geometry.sectors);
        break;
    case CTL_SET_GEOMETRY:
        if ((argument & 15) == 0 && argument >> 4 == 0) {
            status = E_INVAL;
            break;
        }
        d->geometry.heads = argument & 15;
        d->geometry.sectors = (argument >> 4) % 64;
        break;
    case CTL_RESIZE:
        status = drive_resize(d, argument);
        break;
    case CTL_SET_BLOCK:
        if (argument > 40) {
            status = E_INVAL;
            break;
        }
        d->block = 1u << argument;
        assert(d->block != 0);
        break;
    case CTL_LABEL:
        d->data[0] = (unsigned char)argument;
        d->labelled = 1;
        break;
    case CTL_EJECT:
        if (d->users > 1 || d->queued > 0) {
            status = E_BUSY;
            break;
        }
        free(d->data);
        d->data = NULL;
        d->capacity = 0;
        break;
    default:
        status = E_NOTTY;
        break;
    }
    spin_unlock(d);
    return status;
}

static const struct block_ops drive_ops = {
    .open = drive_open,
    .release = drive_release,
    .ioctl = drive_ioctl,
    .submit = drive_submit,
    .run_queue = drive_run_queue,
};

static void drive_remove(struct disk *d)
{
    assert(d->users == 0);
    assert(d->lock == 0);
    while (d->head != NULL) {
        struct request *r = d->head;
        d->head = r->next;
        free(r);
    }
    free(d->cache);
    free(d->data);
    free(d);
}

static int drive_probe(struct disk **result, unsigned sectors)
{
    struct disk *d;

    d = kalloc(sizeof *d);
    if (d == NULL)
        return E_NOMEM;
    memset(d, 0, sizeof *d);
    d->data = kalloc(sectors * SECTOR_SIZE);
    if (d->data == NULL)
        goto fail;
    memset(d->data, 0, sectors * SECTOR_SIZE);
    d->cache = kalloc(CACHE_SIZE);
    if (d->cache == NULL)
        goto no_cache;
    memset(d->cache, 0, CACHE_SIZE);
    d->ops = &drive_ops;
    d->capacity = sectors;
    d->block = SECTOR_SIZE;
    d->geometry.heads = 2;
    d->geometry.sectors = 4;
    d->tail = &d->head;
    *result = d;
    return E_OK;

no_cache:
    free(d->data);
fail:
    drive_remove(d);
    return E_NOMEM;
}

/* ---- the harness: a kernel with one device ---- */

int main(void)
{
    static unsigned char buffers[2][MAX_TRANSFER * SECTOR_SIZE];
    struct disk *d = NULL;
    int opened = 0, closed = 0;
    int operations = __VERIFIER_nondet_uchar() % 25;
    unsigned sectors = __VERIFIER_nondet_uchar() % (MAX_SECTORS + 1);
    int n;

    __VERIFIER_assume(sectors > 0);
    memory_left = 1024u + 16u * __VERIFIER_nondet_uchar();
    memset(buffers, 0x5a, sizeof buffers);
    if (drive_probe(&d, sectors) != E_OK)
        return 1;

    for (n = 0; n < operations; n++) {
        unsigned char op = __VERIFIER_nondet_uchar();
        unsigned argument;
        int status;

        switch (op % 5) {
        case 0:
            if (d->ops->open(d, op >> 7) == E_OK)
                opened++;
            break;
        case 1:
            if (opened == closed)
                break;
            status = d->ops->release(d);
            assert(status == E_OK);
            closed++;
            break;
        case 2:
            argument = __VERIFIER_nondet_uint();
            if (opened > closed)
                d->ops->ioctl(d, (op >> 4) % (CTL_COUNT + 1), argument);
            break;
        case 3:
            argument = __VERIFIER_nondet_uint();
            if (opened == closed)
                break;
            status = d->ops->submit(d, (enum direction)((op >> 3) % (DIR_COUNT + 1)), argument,
                                    __VERIFIER_nondet_uchar(), buffers[op >> 7]);
            if (status == E_OK)
                assert(d->queued > 0 && d->head != NULL);
            break;
        default:
            if (opened == closed)
                break;
            status = d->ops->run_queue(d);
            assert(status == E_OK || status == E_NOSPC);
            assert(d->head == NULL);
            break;
        }
    }
    for (; closed < opened; closed++)
        d->ops->release(d);
    drive_remove(d);
    return 0;
}
