import type {Ref} from '../../contract/fields.ts';
import type {BatchId, RunId} from '../../contract/ids.ts';
import type {ScheduleRun} from '../../contract/schedule.ts';
import {runsUntilPause} from '../domain/schedule-run.ts';

/** What the mail of one run tells. Names come from people and from the API under test: they are cleaned here. */
export type RunReport = {
	schedule: {id: string; name: string};
	/** Name of the project or list. */
	target: string;
	batchId: BatchId;
	outcome: string;
	stats: ScheduleRun['stats'];
	/** Null: there is no run before this one to compare with. */
	newlyFailed: Ref[] | null;
	newlyRecovered: Ref[] | null;
	failures: Array<{runId: RunId; title: string; error: string | null; hypothesis: string | null}>;
	blocked: Array<{title: string; variable: string | null; producer: string | null}>;
	/** Records that nothing could delete. */
	orphans: Array<{label: string; handle: string | null}>;
	/** It was the last of too many without a pass. */
	paused: boolean;
};

export type MailText = {subject: string; text: string; html: string};

/** Entries of one section; a mail is read, not searched. */
const shownEntries = 20;
const longestLine = 300;

type Section = {title: string; lines: string[]};

/** The mail of a run: verdict and counts first, then what has changed, what failed and why, and how to look further. */
export function mailText(report: RunReport): MailText {
	const {schedule, outcome, paused} = report;
	const counts = countText(report.stats);
	const verdict = paused ? `Paused after ${runsUntilPause} runs without a pass` : capitalised(outcome);
	const subject = line(`${verdict}: ${schedule.name} (${counts})`, 150);
	const head = [
		line(`${schedule.name} ran ${report.target}: ${outcome}, ${counts}.`),
		...(paused
			? [
					`It has paused itself: ${runsUntilPause} completed runs in a row had no passing test.`,
					`Resume it with: svc schedule update ${schedule.id} --resume`,
				]
			: []),
	];
	const sections = sectionsOf(report);
	const commands = [
		...report.failures.slice(0, 1).map(({runId}) => `svc test artifact get ${runId}`),
		`svc batch get ${report.batchId}`,
		`svc schedule runs ${schedule.id}`,
	];
	return {
		subject,
		text: `${[
			head.join('\n'),
			...sections.map(({title, lines}) => `${title}:\n${lines.map(entry => `- ${entry}`).join('\n')}`),
			`Look further:\n${commands.map(command => `  ${command}`).join('\n')}`,
		].join('\n\n')}\n`,
		html: [
			'<!doctype html><html><body style="font-family:sans-serif">',
			...head.map(entry => `<p>${escaped(entry)}</p>`),
			...sections.map(
				({title, lines}) =>
					`<h3>${escaped(title)}</h3><ul>${lines.map(entry => `<li>${escaped(entry)}</li>`).join('')}</ul>`,
			),
			`<p>Look further:</p><pre>${commands.map(escaped).join('\n')}</pre>`,
			'</body></html>\n',
		].join('\n'),
	};
}

function sectionsOf({newlyFailed, newlyRecovered, failures, blocked, orphans}: RunReport): Section[] {
	const sections: Section[] = [
		{title: 'Newly failed', lines: (newlyFailed ?? []).map(({title}) => line(title))},
		{title: 'Recovered', lines: (newlyRecovered ?? []).map(({title}) => line(title))},
		{
			title: 'Failed',
			lines: failures.map(({title, error, hypothesis}) =>
				line([title, hypothesis ?? error].filter(Boolean).join(': ')),
			),
		},
		{
			title: 'Blocked',
			lines: blocked.map(({title, variable, producer}) =>
				line(
					`${title}${variable === null ? '' : `: needs ${variable}`}${producer === null ? '' : `, which "${producer}" did not produce`}`,
				),
			),
		},
		{
			title: 'Might be orphaned',
			lines: orphans.map(({label, handle}) => line(handle === null ? label : `${label} ${handle}`)),
		},
	];
	return sections
		.filter(({lines}) => lines.length > 0)
		.map(({title, lines}) => ({
			title,
			lines:
				lines.length > shownEntries
					? [...lines.slice(0, shownEntries), `and ${lines.length - shownEntries} more`]
					: lines,
		}));
}

const countText = ({passed, failed, blocked, cancelled}: ScheduleRun['stats']): string =>
	[
		`${passed} passed`,
		`${failed} failed`,
		`${blocked} blocked`,
		...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
	].join(', ');

/** One line of foreign text: no line break, control or direction character in it can begin a header or hide a word. */
function line(text: string, longest = longestLine): string {
	const plain = text.replace(/[\p{C}\u2028\u2029\s]+/gu, ' ').trim();
	return plain.length > longest ? `${[...plain].slice(0, longest - 1).join('')}…` : plain;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);

const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
