const windowMs = 60_000;
const triggersPerWindow = 50;

/** Send times of the triggers that still count, oldest first, epoch milliseconds. */
export type TriggerWindow = readonly number[];

/**
 * "At most 50 triggers per sliding 60,000 ms in one client process; a full window returns `oldest + 60000 − now + 50` ms
 * to sleep, then asks again." Below the service's own 60 a minute, so that one invocation never meets it.
 */
export function askForTrigger(
	window: TriggerWindow,
	now: number,
): {waitMs: 0; window: TriggerWindow} | {waitMs: number; window: TriggerWindow} {
	const counting = window.filter(time => time > now - windowMs);
	const oldest = counting[counting.length - triggersPerWindow];
	if (oldest === undefined) return {waitMs: 0, window: [...counting, now]};
	return {waitMs: oldest + windowMs - now + 50, window: counting};
}
