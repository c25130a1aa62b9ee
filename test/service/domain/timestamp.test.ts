import {expect, it} from 'vitest';
import {durationMs} from '../../../service/domain/timestamp.ts';

it('a run whose end the clock puts before its start took no time', () => {
	expect(durationMs(5000, 7500)).toBe(2500);
	expect(durationMs(5000, 1000)).toBe(0);
	expect(durationMs(5000, null)).toBeNull();
});
