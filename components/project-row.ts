import type {Project} from '../contract/project.ts';
import type {ProjectHistory} from '../source/stores/projects.ts';
import {type ProjectVerdict, projectVerdict, passRates} from '../source/view-model/project-verdict.ts';
import {cleanLine} from '../source/terminal/clean-text.ts';
import type {Column} from '../source/terminal/column-layout.ts';
import {formatAge} from '../source/terminal/durations.ts';
import type {Glyphs} from '../source/terminal/glyphs.ts';
import type {Span} from '../source/terminal/spans.ts';
import type {CellLook} from './cell-row.tsx';
import {sparkText} from './progress-bar.ts';
import {countSpans, statusSpan} from './status-text.ts';

type ProjectColumn = 'name' | 'last' | 'counts' | 'rates' | 'when' | 'type' | 'from' | 'created' | 'id';

/** Where the width does not do, columns go in this order: id, created, from, pass rate, type, when, counts, last run. */
export const projectColumns: readonly Column<ProjectColumn>[] = [
	{key: 'name', title: 'NAME', width: 20, holdsNames: true, isFlexible: true},
	{key: 'last', title: 'LAST RUN', width: 8, most: 14, drop: 8},
	{key: 'when', title: 'WHEN', width: 7, align: 'right', drop: 6},
	{key: 'counts', title: 'PASS  FAIL  BLOCK', width: 17, align: 'right', drop: 7},
	{key: 'rates', title: 'PASS RATE', width: 13, drop: 4},
	{key: 'type', title: 'TYPE', width: 8, drop: 5},
	{key: 'from', title: 'FROM', width: 6, drop: 3},
	{key: 'created', title: 'CREATED', width: 10, drop: 2},
	{key: 'id', title: 'ID', width: 30, drop: 1},
];

/** What is known of a project besides: its latest runs, once they are read. */
type ProjectFacts = {history: ProjectHistory | undefined};

export function projectCells(
	project: Project,
	{history, now, glyphs}: CellLook & ProjectFacts,
): Record<ProjectColumn, readonly Span[]> {
	const {name, type, createdFrom, createdAt, id, lastStatus, openHeals = 0} = project;
	const verdictless = hasNeverRun(project, history) ? 'never' : (lastStatus ?? '');
	const verdict = history ? projectVerdict(history.batches) : null;
	const last = verdict?.batch;
	const muted = (text: string): Span[] => [{text: cleanLine(text), role: 'muted'}];
	return {
		name: [...(openHeals > 0 ? [{text: 'repair?  ', role: 'waiting' as const}] : []), {text: cleanLine(name)}],
		last: verdict ? verdictSpans(verdict, glyphs) : muted(verdictless),
		when: last ? muted(formatAge(Date.parse(last.finishedAt ?? last.createdAt), now)) : [],
		counts: last ? countSpans(last.summary) : [],
		rates: history ? rateSpans(passRates(history.batches), glyphs) : [],
		type: muted(type),
		from: muted(createdFrom),
		created: muted(createdAt.slice(0, 10)),
		id: muted(id),
	};
}

/** Whether it is known that nothing has run: not every service names the last run, then its batches tell, once they are read. */
export const hasNeverRun = ({lastBatchId}: Project, history: ProjectHistory | undefined): boolean =>
	lastBatchId === null || (lastBatchId === undefined && history?.batches.length === 0);

/** How the project stands; a part of its tests that passed is no green. */
export function verdictSpans({batch, isPartial}: ProjectVerdict, glyphs: Glyphs): Span[] {
	const span = statusSpan(batch.status, glyphs);
	if (!isPartial) return [span];
	return [batch.status === 'passed' ? {...span, role: 'muted'} : span, {text: ' part', role: 'muted'}];
}

/** The pass rate of the latest finished batch and the way to it. */
export function rateSpans(rates: readonly number[], glyphs: Glyphs): Span[] {
	const latest = rates.at(-1);
	if (latest === undefined) return [];
	return [
		{text: sparkText(rates, 1, glyphs).padStart(8), role: 'accent'},
		{text: `${Math.floor(latest * 100)}%`.padStart(5), role: 'muted'},
	];
}
