import {readdirSync, readFileSync} from 'node:fs';
import {expect, it} from 'vitest';

/**
 * Where a time of day is compared or subtracted, and why no monotonic clock can stand in its place: it is compared with
 * a time that another process, another machine or a person has set, and what happens when the clock is set meanwhile.
 */
const permitted: Record<string, string> = {
	'screens/plan/keep-plan.ts': 'paces a display: a clock that is set costs one answer more or less',
	'service/browser/host/watch.ts': 'tells when a request began, for people',
	'service/browser/script/export-action.ts': 'a value of a slider in a script that is written out',
	'service/browser/script/export-date.ts': 'a day of the calendar in a script that is written out',
	'service/engine/batch-logins.ts': 'a token ends at a time of day that the API has told',
	'service/http/idempotency.ts': 'stored answers are kept for a day, over many processes',
	'service/http/routes/documents.ts':
		'a signed address ends at a time of day that is part of it, and uploads are kept for days',
	'service/http/routes/keys.ts': 'a key ends at a time of day that a person has chosen',
	'service/plans/changes/create-change-sets.ts': 'compared with a time that another process has stored',
	'service/process/start-team.ts': 'compared with times at which other processes were seen',
	'service/process/open-base.ts': 'how far the clock of this machine is from that of the database is what it finds out',
	'service/process/artifacts/forget-unnamed.ts':
		'how old a file is, by the clock of the disk or the bucket that wrote it',
	'service/process/keep-history-bounded.ts': 'history is kept for days, over many processes',
	'service/plans/words/create-refinements.ts': 'a budget for each day, over many processes',
	'service/runners/python/svc_runtime/call_auth.py': 'a token ends at a time of day that the API has told',
	'service/runners/python/svc_runtime/calls.py': 'turns monotonic times into times of day, for people',
	'service/runners/python/svc_runtime/home.py': 'compared with the time of a file that another process has made',
	'service/runners/python/svc_runtime/journal.py': 'turns monotonic times into times of day, for people',
	'service/runners/python/svc_runtime/open_writes.py': 'this now() is a monotonic one (call_log.now)',
	'service/schedules/ticker.ts': 'schedules follow the time of day, and look again when it was set',
	'service/process/store-copies.ts': 'one copy a day, over many processes',
	'source/stores/cleanup.ts': 'paces a display: a clock that is set costs one answer more or less',
	'source/stores/load-pages.ts': 'paces a display: a clock that is set costs one frame more or less',
	'source/stores/schedules.ts': 'compared with a time that the service has stored',
	'source/stores/session.ts': 'shown to people: the latency of one answer, and when the next attempt follows',
};

const roots = ['contract', 'service', 'source', 'screens', 'hooks', 'components'];
const files = roots
	.flatMap(root => readdirSync(root, {recursive: true, encoding: 'utf8'}).map(name => `${root}/${name}`))
	.filter(name => /\.(?:tsx?|py)$/.test(name))
	.sort();

/** A time of day on one side of a sum, a difference or a comparison. */
const clock = String.raw`(?:\bDate\.now\(\)|(?<![\w.#])(?!performance\.)(?:this\.#?|[a-z]\w*\.#?)*now\(\)|(?<![\w.])time\.time\(\)|(?<![\w.])time\(\))`;
const used = new RegExp(String.raw`${clock}\)?\s*(?:[-+]|[<>]=?)\s|\s(?:[-+]|[<>]=?)\s*${clock}`);

const found = () =>
	files.flatMap(file => {
		const lines = readFileSync(file, 'utf8').split('\n');
		const code = lines.filter(line => !/^\s*(?:\/\/|\*|#)/.test(line));
		return code.some(line => used.test(line)) ? [file] : [];
	});

it('a duration is measured by a clock that nobody sets', () => {
	expect(found()).toEqual(Object.keys(permitted).sort());
});

it.each([
	['until = time.time() + 5', true],
	['if (parts.now() - startedAt > 5) return;', true],
	['const left = giveUpAt - Date.now();', true],
	['while (Date.now() < until) {}', true],
	['if (this.#now() >= due) return;', true],
	['const until = performance.now() + 5;', false],
	['const at = now();', false],
	['until = monotonic() + 5', false],
])('%s', (line, isFound) => {
	expect(used.test(line)).toBe(isFound);
});
