import type {Scope} from '../contract/enums.ts';
import type {Dashboard} from '../source/stores/dashboard.ts';
import {memberReason} from '../components/member-detail-lines.ts';
import type {BatchMember} from '../contract/batch.ts';
import {batchSentence} from '../source/view-model/batch-progress.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import {formatDuration} from '../source/terminal/durations.ts';
import {glyphSets} from '../source/terminal/glyphs.ts';

/** Something that can be chosen by its number. */
type PageChoice = {
	label: string;
	/** What the key of the service has to open for it; absent = every key does. */
	needs?: Scope;
	do(): Promise<void> | void;
};

/** A place in words: what it is, and what can be chosen there and nowhere else. */
export type Page = {lines: readonly string[]; choices: readonly PageChoice[]};

/** Items that are read out at once. */
export const itemsPerPage = 10;

export type Reader = {
	dashboard: Dashboard;
	/** First item that is read out. */
	from: number;
	turnTo(from: number): void;
	say(lines: readonly string[]): void;
};

/** Rows as choices, as many as are read out at once, with the turns to the others. */
export const listed = <Row>(
	{from, turnTo}: Reader,
	rows: readonly Row[],
	choiceOf: (row: Row) => PageChoice,
): PageChoice[] => [...rows.slice(from, from + itemsPerPage).map(choiceOf), ...pageTurns(rows.length, from, turnTo)];

/** Choices for more items than one page reads out. */
export function pageTurns(count: number, from: number, turnTo: (from: number) => void): PageChoice[] {
	return [
		...(from + itemsPerPage < count ? [{label: 'Next page', do: () => turnTo(from + itemsPerPage)}] : []),
		...(from > 0 ? [{label: 'Previous page', do: () => turnTo(Math.max(0, from - itemsPerPage))}] : []),
	];
}

/** What can be chosen at every place, behind its own choices; the first screen has nothing to go back to. */
export const commonChoices = ({navigation, live}: Dashboard, quit: () => void, isFirst: boolean): PageChoice[] => [
	...(isFirst ? [] : [{label: 'Back', do: () => void navigation.back()}]),
	{label: 'Read again', do: live.refresh},
	{label: 'Quit', do: quit},
];

/** A member in words: name, status, time, reason. */
export function memberWords(member: BatchMember): string {
	const {name, label, durationMs} = member;
	const reason = memberReason(member, glyphSets.ascii);
	return [cleanLine(name), cleanLine(label), durationMs === null ? '' : formatDuration(durationMs), reason]
		.filter(Boolean)
		.join(', ');
}

/** What changed between two states of a run, one line per member. */
export function changeWords(before: readonly BatchMember[], after: readonly BatchMember[]): string[] {
	const known = new Map(before.map(({runId, label}) => [runId, label]));
	return after.filter(({runId, label}) => known.has(runId) && known.get(runId) !== label).map(memberWords);
}

export const endWords = (batch: Parameters<typeof batchSentence>[0]): string =>
	`The run ended. ${batchSentence(batch)}`;
