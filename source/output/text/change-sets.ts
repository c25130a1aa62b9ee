import type {ChangeSet} from '../../../contract/change-set.ts';
import type {Page} from '../../../contract/fields.ts';
import type {Refinement} from '../../../contract/refinement.ts';
import {clean, cleanLine} from '../clean.ts';
import {labelBlock} from '../label-block.ts';
import type {Look} from '../look.ts';
import {type Column, table, type TableShape, pageText} from '../table.ts';

const columns: Column<ChangeSet>[] = [
	{key: 'id', head: 'ID', cell: set => set.changeSetId},
	{key: 'status', head: 'STATUS', cell: set => set.status},
	{key: 'source', head: 'SOURCE', cell: set => set.source},
	{key: 'changes', head: 'CHANGES', cell: ({counts}) => counts.added + counts.removed + counts.changed},
	{key: 'text', head: 'TEXT', cell: set => set.text},
];

export const changeSets = (page: Page<ChangeSet>, look: Look, shape: TableShape): string =>
	pageText(page, {columns, things: 'changes', shape, look});

const rowColumns: Column<ChangeSet['changes'][number]>[] = [
	{key: 'id', head: 'ID', cell: change => change.rowId},
	{key: 'kind', head: 'KIND', cell: change => change.kind},
	{key: 'title', head: 'TITLE', cell: change => (change.after ?? change.before)?.title ?? ''},
	{key: 'reason', head: 'REASON', cell: change => change.refused ?? change.reason ?? ''},
];

/** Diffs that are shown; JSON has all of them. */
const mostDiffs = 3;

/** A change set: what was understood, what it changes, and how the code of the first tests would read. */
export function changeSet(set: ChangeSet, look: Look): string {
	const {added, removed, changed} = set.counts;
	const head = labelBlock([
		['changeSetId', set.changeSetId],
		['status', set.status],
		['reply', set.choices || isOfLines(set.reply) ? null : set.reply],
		['tokens', set.tokens],
	]);
	const asked = set.choices ? `${clean(set.reply ?? '')}\n` : isOfLines(set.reply) ? replyLines(set.reply) : '';
	const counts = `added ${added}\nremoved ${removed}\nchanged ${changed}\n`;
	const rows = set.changes.length === 0 ? '' : `\n${table(rowColumns, set.changes, {header: false}, {look})}`;
	const also = (set.also ?? []).map(line => `${cleanLine(line)}\n`).join('');
	// What is taken back or put away has been seen.
	const isOver = set.status === 'undone' || set.status === 'discarded';
	const diffs = isOver ? [] : set.changes.filter(({codeDiff}) => codeDiff);
	const shown = diffs.slice(0, mostDiffs).map(({codeDiff}) => `\n${clean(codeDiff ?? '')}`);
	const more = diffs.length > mostDiffs ? `\n${diffs.length - mostDiffs} more diffs are in --output json.\n` : '';
	return `${head}${asked}${counts}${rows}${also}${shown.join('')}${more}${next(set)}`;
}

const isOfLines = (reply: string | null): reply is string => reply?.includes('\n') === true;

/** A reply of several sentences, each about another request: one per line. */
const replyLines = (reply: string): string =>
	`reply:\n${reply
		.split('\n')
		.map(line => `  ${cleanLine(line)}\n`)
		.join('')}`;

/** What goes on with it, below everything else. */
const next = ({nextAction}: {nextAction?: string | undefined}): string =>
	nextAction === undefined ? '' : `\n${cleanLine(nextAction)}\n`;

const turnColumns: Column<Refinement>[] = [
	{key: 'id', head: 'ID', cell: one => one.refinementId},
	{key: 'status', head: 'STATUS', cell: one => one.status},
	{key: 'text', head: 'TEXT', cell: one => one.text},
	{key: 'reply', head: 'REPLY', cell: one => one.reply?.split('\n')[0] ?? one.errorMessage},
];

export const refinements = (page: Page<Refinement>, look: Look, shape: TableShape): string =>
	pageText(page, {columns: turnColumns, things: 'sentences', shape, look});

/** One sentence about a test: its answer, or what it changes as a diff. */
export function refinement(one: Refinement): string {
	const isLong = one.kind === 'answer' || one.choices !== undefined;
	const head = labelBlock([
		['refinementId', one.refinementId],
		['testId', one.testId],
		['status', one.status],
		['codeVersion', one.codeVersion],
		['reply', isLong ? null : one.reply],
		['summary', one.summary],
	]);
	const answer = isLong ? `\n${clean(one.reply ?? '')}\n` : '';
	const isShown = one.diff !== null && one.status !== 'undone' && one.status !== 'discarded';
	return `${head}${answer}${isShown ? `\n${clean(one.diff ?? '')}` : ''}${next(one)}`;
}
