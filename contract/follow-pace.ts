/** Looks that are free within a window, the window, and the pause between looks beyond them, in ms. */
const freeLooks = 30;
const windowMs = 10_000;
const crowdedPauseMs = 250;

/**
 * How long to wait before the next held look at something that is followed. What changes all the time would otherwise be
 * asked for ten times a second (the service joins changes within 100 ms), and two that watch it with one key would reach
 * the limit of 1200 requests a minute.
 */
export function createFollowPace(): {pauseMs(now: number): number} {
	let looks: number[] = [];
	return {
		/** Tells that a look begins at `now` (epoch ms); gives the pause behind it. */
		pauseMs(now) {
			looks = [...looks.filter(at => now - at < windowMs), now];
			return looks.length > freeLooks ? crowdedPauseMs : 0;
		},
	};
}
