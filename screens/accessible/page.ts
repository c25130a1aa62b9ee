import type {BatchMember} from '../../source/contract/batch.ts';
import {batchSentence, isActive} from '../../source/view-model/batch-progress.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {currentPlace} from '../../source/stores/navigation.ts';
import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import {formatAge, formatDuration} from '../../source/terminal/durations.ts';
import {glyphSets} from '../../source/terminal/glyphs.ts';
import {memberReason} from '../../components/member-detail-lines.ts';
import {runTests} from '../actions/run-tests.ts';
import {closingLine} from '../run-words.ts';

/** Something that can be chosen by its number. */
export type PageChoice = {label: string; do(): Promise<void> | void};

/** A place in words: what it is, and what can be chosen. */
export type Page = {lines: readonly string[]; choices: readonly PageChoice[]};

/** Items that are read out at once. */
export const itemsPerPage = 10;

export type Reader = {
	dashboard: Dashboard;
	/** First item that is read out. */
	from: number;
	turnTo(from: number): void;
	say(lines: readonly string[]): void;
	quit(): void;
};

/** What is read out at the shown place. */
export function currentPage(reader: Reader): Page {
	const {screen} = currentPlace(reader.dashboard.navigation.store.getState());
	if (screen === 'projects') return projectsPage(reader);
	return screen === 'tests' ? testsPage(reader) : runPage(reader);
}

function projectsPage({dashboard, from, turnTo, quit}: Reader): Page {
	const {projects, navigation} = dashboard;
	const all = projects.store.getState().projects;
	return {
		lines: [`Projects: ${all.length}.`],
		choices: [
			...all.slice(from, from + itemsPerPage).map(({id, name, type}) => ({
				label: `${cleanLine(name)}, ${cleanLine(type)}`,
				do: () => navigation.open({screen: 'tests', projectId: id}),
			})),
			...pageTurns(all.length, from, turnTo),
			...commonChoices(dashboard, quit, false),
		],
	};
}

function testsPage({dashboard, from, turnTo, say, quit}: Reader): Page {
	const {tests, navigation, context} = dashboard;
	const {tests: all, project} = tests.store.getState();
	return {
		lines: [`Tests of ${cleanLine(project?.name ?? 'the project')}: ${all.length}.`],
		choices: [
			...all.slice(from, from + itemsPerPage).map(test => ({
				label: `${cleanLine(test.name)}, ${cleanLine(test.status)}`,
				do: async () => {
					await dashboard.details.show(test.id, context.ended);
					say(testWords(dashboard));
				},
			})),
			...pageTurns(all.length, from, turnTo),
			...(all.length > 0 ? [{label: 'Run all tests', do: () => runTests(dashboard, null)}] : []),
			...all.slice(from, from + itemsPerPage).map(test => ({
				label: `Run ${cleanLine(test.name)}`,
				do: () => runTests(dashboard, [test.id]),
			})),
			...(project?.lastBatchId
				? [
						{
							label: 'Latest run',
							do: () => navigation.open({screen: 'run', batchId: project.lastBatchId ?? '', projectId: project.id}),
						},
					]
				: []),
			...commonChoices(dashboard, quit, true),
		],
	};
}

function testWords({details, context}: Dashboard): string[] {
	const {detail, error} = details.store.getState();
	if (!detail) return [`This could not be read: ${error instanceof Error ? cleanLine(error.message) : 'unknown'}`];
	const {test, runs, code} = detail;
	const names = (list: readonly string[] | null | undefined) => cleanLine(list?.join(', ') || 'nothing');
	return [
		`${cleanLine(test.name)}: ${cleanLine(test.status)}. Id ${cleanLine(test.id)}.`,
		`Produces ${names(test.produces)}. Needs ${names(test.consumes)}.`,
		...runs.map(
			({status, createdAt}) => `Run: ${cleanLine(status)}, ${formatAge(Date.parse(createdAt), context.now())}`,
		),
		...(code?.code ? ['Code:', ...cleanLines(code.code)] : []),
	];
}

function runPage({dashboard, say, quit}: Reader): Page {
	const {batches} = dashboard;
	const {batch} = batches.store.getState();
	if (!batch) return {lines: ['Reading the run.'], choices: commonChoices(dashboard, quit, true)};
	const broken = batch.members.filter(({status}) => status === 'failed' || status === 'blocked');
	return {
		lines: [cleanLine(closingLine(dashboard))],
		choices: [
			{label: `All ${batch.members.length} tests`, do: () => say(batch.members.map(memberWords))},
			...(broken.length > 0
				? [{label: `Failed and blocked: ${broken.length}`, do: () => say(broken.map(memberWords))}]
				: []),
			...(isActive(batch)
				? [
						{
							label: 'Cancel the run, then clean up',
							do: async () => {
								const {cancelled} = await batches.cancel({skipCleanup: false});
								say([`Cancelled ${cancelled.length} tests.`]);
							},
						},
					]
				: []),
			...commonChoices(dashboard, quit, true),
		],
	};
}

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

function pageTurns(count: number, from: number, turnTo: (from: number) => void): PageChoice[] {
	return [
		...(from + itemsPerPage < count ? [{label: 'Next page', do: () => turnTo(from + itemsPerPage)}] : []),
		...(from > 0 ? [{label: 'Previous page', do: () => turnTo(Math.max(0, from - itemsPerPage))}] : []),
	];
}

const commonChoices = ({navigation, live}: Dashboard, quit: () => void, hasBack: boolean): PageChoice[] => [
	...(hasBack ? [{label: 'Back', do: () => void navigation.back()}] : []),
	{label: 'Read again', do: live.refresh},
	{label: 'Quit', do: quit},
];
