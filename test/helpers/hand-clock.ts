import type {Clock} from '../../service/schedules/ticker.ts';

/** A clock that a test sets by hand. Alarms ring by elapsed time, as those of the system do, whatever the time of day. */
export type HandClock = Clock & {
	/** Lets time pass: alarms that were due ring. */
	pass(ms: number): void;
	/** Sets the time of day; no alarm hears of it. */
	set(now: number): void;
	/** Alarms that are set. */
	readonly alarms: number;
	/** How often an alarm has rung. */
	readonly rung: number;
};

export function handClock(start: string): HandClock {
	let now = Date.parse(start);
	let elapsed = 0;
	let rung = 0;
	let alarms: Array<{at: number; run(): void}> = [];
	return {
		now: () => now,
		after(ms, run) {
			const alarm = {at: elapsed + ms, run};
			alarms.push(alarm);
			return () => {
				alarms = alarms.filter(other => other !== alarm);
			};
		},
		pass(ms) {
			now += ms;
			elapsed += ms;
			const due = alarms.filter(({at}) => at <= elapsed);
			alarms = alarms.filter(({at}) => at > elapsed);
			rung += due.length;
			for (const {run} of due) run();
		},
		set: at => {
			now = at;
		},
		get alarms() {
			return alarms.length;
		},
		get rung() {
			return rung;
		},
	};
}
