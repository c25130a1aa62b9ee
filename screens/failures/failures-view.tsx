import {tellPlaces} from '../../source/view-model/places.ts';
import {failureWords} from '../../source/view-model/failure-words.ts';
import type {CellsOf} from '../../components/cell-row.tsx';
import {useDashboard} from '../../hooks/use-dashboard.ts';
import {isActive} from '../../source/view-model/batch-progress.ts';
import {labelled, wrapped} from '../../components/pane-lines.ts';
import {memberDuration, memberReason} from '../../components/member-detail-lines.ts';
import {section, textLines} from '../../components/failure/section-lines.ts';
import {statusSpan} from '../../components/status-text.ts';
import type {PaneLine} from '../../components/text-pane.tsx';
import type {BatchMember} from '../../contract/batch.ts';
import type {RunId} from '../../contract/ids.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {failureFilters, type FailureRow} from '../../source/stores/failure-rows.ts';
import {failuresStore} from '../../source/stores/failures.ts';
import {cleanLine} from '../../source/terminal/clean-text.ts';
import type {Column} from '../../source/terminal/column-layout.ts';
import type {Glyphs} from '../../source/terminal/glyphs.ts';
import type {Span} from '../../source/terminal/spans.ts';
import type {Actions} from '../action.ts';
import {chooseOnly} from '../actions/choices.ts';
import {foldGroup, foldGroups} from '../actions/list-actions.ts';
import {jumpToRow, selectRow} from '../current-list.ts';
import type {Layout} from '../layout.ts';
import {ListScreen} from '../list-screen.tsx';
import type {Look, ScreenView, Stage} from '../screen-view.ts';
import {failureActions} from './failure-actions.ts';
import {batchOfFailures, failureList, selectedFailure, selectedFailureRow} from './failure-list.ts';
import {openFailure} from './open-failure.ts';

type FailureColumn = 'status' | 'name' | 'badges' | 'why' | 'took';

/** Where the width does not do, columns go in this order: why, took, badges. */
const columns: readonly Column<FailureColumn>[] = [
	{key: 'status', title: 'STATUS', width: 9},
	{key: 'name', title: 'TEST', width: 26, holdsNames: true, isFlexible: true, most: 64},
	{key: 'badges', title: 'BADGES', width: 12, drop: 3},
	{key: 'why', title: 'ERROR', width: 40, most: 120, drop: 1},
	{key: 'took', title: 'TOOK', width: 7, align: 'right', drop: 2},
];

const badgeSpans = (badges: readonly string[]): Span[] =>
	badges.map((badge, index) => ({text: `${index > 0 ? ' ' : ''}${cleanLine(badge)}`, role: 'key'}));

/** Why a test did not pass, in one line. */
const reasonOf = (member: BatchMember, glyphs: Glyphs): string =>
	memberReason(member, glyphs) || cleanLine(member.error ?? '');

const cells: CellsOf<FailureRow, FailureColumn> = (row, {glyphs, now}) => {
	if (row.kind === 'group') {
		const {signature, first, failed, blocked, isFolded} = row;
		return [
			{text: `${isFolded ? glyphs.folded : glyphs.open} `, role: 'muted'},
			...(failed > 0 ? [{text: `${glyphs.status.failed} ${failed} failed  `, role: 'failed' as const}] : []),
			...(blocked > 0 ? [{text: `${glyphs.status.blocked} ${blocked} blocked  `, role: 'blocked' as const}] : []),
			{text: signature === null ? reasonOf(first, glyphs) : cleanLine(signature), role: 'title'},
		];
	}
	const {member, badges, isUnder} = row;
	return {
		status: [statusSpan(cleanLine(member.label), glyphs)],
		name: [{text: isUnder ? `  ${glyphs.needs} ` : '', role: 'muted'}, {text: cleanLine(member.name)}],
		badges: badgeSpans(badges),
		why: [{text: reasonOf(member, glyphs), role: 'muted'}],
		took: [{text: memberDuration(member, now)}],
	};
};

function detailLines(dashboard: Dashboard, {glyphs, width}: Look): readonly PaneLine[] {
	const row = selectedFailureRow(dashboard);
	if (!row) return [];
	const member = row.kind === 'group' ? row.first : row.member;
	const digest = dashboard.storeOf(failuresStore).store.getState().digests.get(member.runId);
	const target = digest?.fixTarget;
	const {label, failureKind, neededHelp, error, previousStatus, runId, blockedBy} = member;
	const kind = failureWords(failureKind, error);
	return [
		...wrapped(cleanLine(member.name), width, 'title'),
		[
			statusSpan(cleanLine(label), glyphs),
			{text: kind === null ? '' : `   ${cleanLine(kind)}`, role: 'muted'},
			...badgeSpans(digest?.badges ?? []).map(span => ({...span, text: `   ${span.text}`})),
		],
		...wrapped(cleanLine(runId), width, 'muted'),
		...(neededHelp
			? section('Needs your help', [
					...textLines(`${neededHelp.endpoint} answers ${neededHelp.said}`, width),
					...textLines(tellPlaces(neededHelp.command), width, 'key'),
				])
			: []),
		...section('Why', textLines(digest?.hypothesis ?? reasonOf(member, glyphs), width)),
		...section('Look first', [
			...(target ? textLines([target.kind, target.reference].filter(Boolean).join('  '), width, 'title') : []),
			...(target?.rationale ? textLines(target.rationale, width) : []),
		]),
		[],
		...labelled('Error', error, width, 'failed'),
		...labelled('Blocked by', blockedBy?.producer?.title, width, 'blocked'),
		...labelled('Variable', blockedBy?.variable, width),
		...labelled('Before', previousStatus, width),
		...labelled('Kind', digest?.signature, width),
	];
}

const onRest = (dashboard: Dashboard, runId: RunId, signal: AbortSignal): Promise<void> => {
	const row = selectedFailureRow(dashboard);
	const isRun = row?.kind === 'failure' && row.member.testId !== row.id;
	return isRun ? dashboard.storeOf(failuresStore).look([runId], signal) : Promise.resolve();
};

const next = 'Press Esc to go back, 2 for the tests of the project.';
const noneOfRun = {title: 'Nothing failed', lines: [`No test of this run failed or was blocked. ${next}`]};
const noneSoFar = {
	title: 'Nothing failed so far',
	lines: [`The run goes on: what fails or is blocked appears here. ${next}`],
};
const noneOfProject = {
	title: 'No test is red',
	lines: [`No test failed or was blocked when it last ran; one that has not run yet is not red. ${next}`],
};

function Body({layout}: {layout: Layout}) {
	const dashboard = useDashboard();
	const {batch} = dashboard.batches.store.getState();
	const ofRun = batch && isActive(batch) ? noneSoFar : noneOfRun;
	const empty = batchOfFailures(dashboard) === null ? noneOfProject : ofRun;
	const list = {columns, cells, empty, detailLines, onRest};
	return <ListScreen layout={layout} {...list} />;
}

function actions(stage: Stage): Actions {
	const {dashboard} = stage;
	const group = (): string | null => {
		const list = failureList(dashboard).rows;
		const row = selectedFailureRow(dashboard);
		if (!row || row.kind === 'group') return row?.id ?? null;
		const index = list.indexOf(row);
		return list.slice(0, index).findLast(({kind}) => kind === 'group')?.id ?? null;
	};
	const groups = () => failureList(dashboard).rows.flatMap(row => (row.kind === 'group' ? [row.id] : []));
	return {
		...failureActions(stage, {
			layer: 'failures',
			selected: () => selectedFailure(dashboard),
			show({runId}, way) {
				// It may be hidden by a fold or a filter.
				dashboard.navigation.update({folded: [], filter: '', only: null});
				if (way === 'beside') selectRow(dashboard, runId);
				else jumpToRow(dashboard, runId);
			},
		}),
		'failures.only': {do: () => chooseOnly(dashboard, 'Show failures', failureFilters)},
		'failures.fold': {
			do() {
				const id = group();
				if (id !== null) foldGroup(dashboard, id);
			},
			isAvailable: () => group() !== null,
		},
		'failures.foldAll': {do: () => foldGroups(dashboard, groups()), isAvailable: () => groups().length > 0},
	};
}

export const failuresView: ScreenView = {
	Body,
	actions,
	detailLines,
	open({dashboard}) {
		const row = selectedFailureRow(dashboard);
		if (row?.kind === 'group') foldGroup(dashboard, row.id);
		else if (row) openFailure(dashboard, row.id);
	},
};
