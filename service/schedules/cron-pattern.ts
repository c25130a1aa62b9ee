import {Cron} from 'croner';

/** "Cron spacing ≥ 15 min". */
export const minimumMinutes = 15;

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** After so many years the days of the week fall on the same dates again. */
const cycleYears = 28;
const matchesLookedAt = 2000;
const dayNames = /\b(?:sun|mon|tue|wed|thu|fri|sat)\b/gi;
const monthNames = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/gi;

/** A cron expression over local times: when it fires next, strictly after a local time; null: never again. */
type CronPattern = {next(local: number): number | null};

/**
 * Reads `minute hour day-of-month month day-of-week` with `*`, lists, ranges and steps; "when both day fields are
 * restricted either one matches". A string says what is wrong, in words that end the sentence "it …".
 */
export function parseCron(expression: string): CronPattern | string {
	const fields = expression.trim().split(/\s+/);
	if (fields.length !== 5) return 'must have five fields: minute, hour, day of month, month, day of week';
	const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
	const plain = [minute, hour, day, month.replace(monthNames, '1'), weekday.replace(dayNames, '1')];
	const odd = plain.findIndex(field => !/^[\d*,/-]+$/.test(field));
	if (odd !== -1) return `has a field with more than *, lists, ranges and steps: ${fields[odd]}`;
	try {
		// Local times are counted as if they were UTC; the time zone is applied to what comes out.
		const cron = new Cron(fields.join(' '), {timezone: 'UTC', mode: '5-part'});
		return {next: local => cron.nextRun(new Date(local))?.getTime() ?? null};
	} catch (error) {
		return `is not a cron expression: ${error instanceof Error ? error.message.replace(/^CronPattern: /, '') : error}`;
	}
}

/** Whether two fires come closer than the minimum, by the clocks on the wall. */
export function isTooFrequent(pattern: CronPattern, expression: string): boolean {
	const first = pattern.next(Date.UTC(2024, 0, 1) - 1);
	if (first === null) return false;
	const endOfDay = (Math.floor(first / dayMs) + 1) * dayMs;
	let last = first;
	for (let next = pattern.next(first); next !== null && next < endOfDay; next = pattern.next(next)) {
		if (next - last < minimumMinutes * minuteMs) return true;
		last = next;
	}
	const overMidnight = first + dayMs - last;
	return overMidnight < minimumMinutes * minuteMs && hasConsecutiveDays(expression);
}

/** Whether the expression ever fires on two days in a row. */
function hasConsecutiveDays(expression: string): boolean {
	const [, , ...days] = expression.trim().split(/\s+/);
	const daily = parseCron(['0', '0', ...days].join(' '));
	if (typeof daily === 'string') return false;
	const end = Date.UTC(2024 + cycleYears, 0, 1);
	let before = daily.next(Date.UTC(2024, 0, 1) - 1);
	for (let count = 0; before !== null && before < end && count < matchesLookedAt; count++) {
		const next = daily.next(before);
		if (next !== null && next - before === dayMs) return true;
		before = next;
	}
	return false;
}
