/* An ALSA sequencer without clients, for Scripts/host-clap: qtractor starts without /dev/snd/seq when this is preloaded. */
#define _GNU_SOURCE
#include <poll.h>
#include <unistd.h>

static int ends[2] = { -1, -1 };

int snd_seq_open (void** sequencer, const char* name, int streams, int mode)
{
    (void) name, (void) streams, (void) mode;
    *sequencer = ends;
    return pipe (ends);
}
int snd_seq_poll_descriptors (void* sequencer, struct pollfd* descriptors, unsigned space, short events)
{
    (void) sequencer, (void) space, (void) events;
    descriptors->fd = ends[0];
    descriptors->events = POLLIN;
    return 1;
}
int snd_seq_client_id () { return 128; }
int snd_seq_alloc_queue () { return 1; }
int snd_seq_poll_descriptors_count () { return 1; }

#define NOTHING(function) int function () { return 0; }
#define NONE(function) int function () { return -1; }
NONE (snd_seq_query_next_client)
NONE (snd_seq_query_next_port)
NONE (snd_seq_query_port_subscribers)
NONE (snd_seq_event_input)
NONE (snd_seq_get_any_client_info)
NONE (snd_seq_get_any_port_info)
NOTHING (snd_seq_close)
NOTHING (snd_seq_create_simple_port)
NOTHING (snd_seq_control_queue)
NOTHING (snd_seq_delete_simple_port)
NOTHING (snd_seq_drain_output)
NOTHING (snd_seq_drop_input)
NOTHING (snd_seq_drop_output)
NOTHING (snd_seq_event_input_pending)
NOTHING (snd_seq_event_output)
NOTHING (snd_seq_event_output_direct)
NOTHING (snd_seq_free_event)
NOTHING (snd_seq_free_queue)
NOTHING (snd_seq_get_port_info)
NOTHING (snd_seq_get_queue_status)
NOTHING (snd_seq_get_queue_tempo)
NOTHING (snd_seq_remove_events)
NOTHING (snd_seq_set_client_name)
NOTHING (snd_seq_set_port_info)
NOTHING (snd_seq_set_queue_tempo)
NOTHING (snd_seq_set_queue_timer)
NOTHING (snd_seq_subscribe_port)
NOTHING (snd_seq_unsubscribe_port)
