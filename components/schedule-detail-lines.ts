import {firesPerMonth} from '../contract/cadence-rate.ts';
import type {Schedule, ScheduleRun} from '../contract/schedule.ts';
import type {ScheduleRow} from '../source/stores/schedule-rows.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import {formatAgo} from '../source/terminal/durations.ts';
import {zonedWords} from '../source/terminal/moment-words.ts';
import {labelled, wrapped} from './pane-lines.ts';
import {scheduleStatusSpan} from './schedule-row.ts';
import {statusSpan} from './status-text.ts';
import type {PaneLine} from './text-pane.tsx';

type Look = {
	glyphs: Glyphs;
	width: number;
	now: number;
	/** The service counts credits. */
	isMetered: boolean;
};

const targets: Record<string, string> = {project: 'project', testList: 'test list'};

const statusNotes: Record<string, string> = {
	paused: 'It does not fire. p resumes it.',
	auto_paused: 'Ten runs in a row without a passing test paused it. p resumes it.',
	finished: 'Its end has passed. It does not fire any more.',
};

/** Everything about a schedule: when it fires, what it runs, and what came of its latest runs. */
export function scheduleDetailLines({schedule, runs}: ScheduleRow, look: Look): PaneLine[] {
	const {glyphs, width, now, isMetered} = look;
	const {name, status, timezone, targetType, targetName, targetId, endAt, startAt} = schedule;
	const isAhead = startAt !== null && Date.parse(startAt) > now;
	return [
		...wrapped(cleanLine(name), width, 'title'),
		[scheduleStatusSpan(status, glyphs)],
		...wrapped(statusNotes[status] ?? '', width, 'muted').filter(([span]) => span?.text !== ''),
		[],
		...labelled('Cadence', schedule.cadenceText, width),
		...labelled('Next', zonedWords(schedule.nextRunAt, now, timezone), width),
		...labelled('Starts', isAhead ? zonedWords(startAt, now, timezone) : null, width),
		...labelled('Ends', zonedWords(endAt, now, timezone), width),
		...labelled('Runs', `${targets[targetType] ?? targetType} ${targetName || targetId}`, width),
		...labelled('On', schedule.environment, width),
		...labelled('Alone', schedule.skipDependencies ? 'without the tests it depends on' : null, width),
		...labelled('Mail to', schedule.sendTo, width),
		...labelled('Costs', isMetered ? costWords(schedule) : null, width),
		[],
		...runLines(schedule, runs, look),
	];
}

function costWords(schedule: Schedule): string | null {
	const perRun = schedule.estimatedCreditsPerRun;
	if (perRun === null) return null;
	const perMonth = Math.round(perRun * firesPerMonth(schedule) * 100) / 100;
	return `about ${perRun} credits a run, ${perMonth} a month`;
}

function runLines({lastRunId}: Schedule, runs: readonly ScheduleRun[] | undefined, look: Look): PaneLine[] {
	if (lastRunId === null) return wrapped('It has not run yet. r runs it now.', look.width, 'muted');
	if (runs === undefined) return [[{text: 'Reading its runs', role: 'muted'}]];
	return [
		[
			{text: 'Latest runs', role: 'accent'},
			{text: '  passed / all', role: 'muted'},
		],
		...runs.flatMap(run => oneRun(run, look)),
	];
}

const skipWords: Record<string, string> = {
	insufficient_credits: 'not enough credits',
	previous_run_in_flight: 'the run before was not over',
	no_tests: 'nothing to run',
};

/** Why a fire started nothing. */
export const skippedWords = (reason: string | null): string =>
	reason === null ? '' : (skipWords[reason] ?? cleanLine(reason));

const mailWords: Record<string, string> = {
	sent: 'mail sent',
	failed: 'mail failed',
	not_configured: 'no mail server',
	none: '',
};

function oneRun(run: ScheduleRun, {glyphs, width, now}: Look): PaneLine[] {
	const {status, stats, skippedReason, mail, createdAt, newlyFailed, newlyRecovered} = run;
	const span = statusSpan(cleanLine(status), glyphs);
	const facts = [
		formatAgo(Date.parse(createdAt), now).padEnd(9),
		skippedReason === null ? `${stats.passed}/${stats.total}` : '',
		mailWords[mail] ?? cleanLine(mail),
	].filter(Boolean);
	const titles = (tests: readonly {title: string}[] | null) =>
		(tests ?? []).map(({title}) => cleanLine(title)).join(', ');
	const named = (glyph: string, word: string, text: string, role: 'failed' | 'passed') =>
		text === '' ? [] : wrapped(`${glyph} ${word}: ${text}`, width - 2, role).map(line => [{text: '  '}, ...line]);
	const why = skippedWords(skippedReason);
	return [
		[
			{...span, text: span.text.padEnd(12)},
			{text: facts.join('  '), role: 'muted'},
		],
		...(why === '' ? [] : wrapped(why, width - 2, 'muted').map((line): PaneLine => [{text: '  '}, ...line])),
		...named(glyphs.status.failed, 'newly failed', titles(newlyFailed), 'failed'),
		...named(glyphs.status.passed, 'recovered', titles(newlyRecovered), 'passed'),
	];
}
