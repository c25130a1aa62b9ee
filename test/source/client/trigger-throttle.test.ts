import fc from '../../helpers/properties.ts';
import {expect, it} from 'vitest';
import {askForTrigger, type TriggerWindow} from '../../../source/client/trigger-throttle.ts';

it('lets fifty triggers pass at once and holds the next until the oldest leaves the window', () => {
	let window: TriggerWindow = [];
	for (let index = 0; index < 50; index++) {
		const asked = askForTrigger(window, 1000 + index);
		expect(asked.waitMs).toBe(0);
		window = asked.window;
	}
	// oldest (1000) + 60000 − now (1100) + 50
	expect(askForTrigger(window, 1100).waitMs).toBe(59_950);
	expect(askForTrigger(window, 61_050).waitMs).toBe(0);
});

it('forgets triggers that left the window', () => {
	expect(askForTrigger([1, 2, 70_000], 70_001).window).toEqual([70_000, 70_001]);
});

it('never sends more than fifty in any sixty seconds, and never waits for nothing', () => {
	fc.assert(
		fc.property(fc.array(fc.integer({min: 0, max: 5000}), {minLength: 60, maxLength: 200}), gaps => {
			let [window, now]: [TriggerWindow, number] = [[], 0];
			const sent: number[] = [];
			for (const gap of gaps) {
				now += gap;
				let asked = askForTrigger(window, now);
				if (asked.waitMs > 0) {
					now += asked.waitMs;
					asked = askForTrigger(asked.window, now);
				}
				expect(asked.waitMs).toBe(0);
				window = asked.window;
				sent.push(now);
			}
			for (const [index, time] of sent.entries()) {
				expect(time - (sent[index - 50] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60_000);
			}
		}),
	);
});
