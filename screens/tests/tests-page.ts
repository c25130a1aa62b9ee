import type {Project} from '../../contract/project.ts';
import type {Dashboard} from '../../source/stores/dashboard.ts';
import {cleanLine, cleanLines} from '../../source/terminal/clean-text.ts';
import {formatAge} from '../../source/terminal/durations.ts';
import {itemsPerPage, listed, type Page, type Reader} from '../reader.ts';
import {runTests} from '../actions/run-tests.ts';
import {testDetailsStore} from '../../source/stores/test-detail.ts';

/** What to type for the first test of a project. */
export const firstTestLines = ({id, type}: Pick<Project, 'id' | 'type'>): readonly string[] => [
	'Press n to write one, or in a shell:',
	'',
	`export SVC_PROJECT_ID=${id}`,
	...(type === 'frontend'
		? [
				'svc test scaffold --type frontend --out plan.json',
				'svc test create --plan-from plan.json',
				'',
				'Or have plans proposed, out of what the site has:',
				'',
				'svc test plan propose --out plans',
				'svc test create-batch --plan-from-dir plans',
			]
		: [
				'svc test scaffold --type backend --out health.py',
				'svc test create --type backend --name health --code-file health.py',
			]),
];

/** Tests of a project in words. */
export function testsPage(reader: Reader): Page {
	const {dashboard, from, say} = reader;
	const {tests, navigation, context} = dashboard;
	const {tests: all, project, isComplete} = tests.store.getState();
	return {
		lines: [
			`Tests of ${cleanLine(project?.name ?? 'the project')}: ${all.length}.`,
			...(all.length === 0 && isComplete && project ? firstTestLines(project).filter(Boolean) : []),
		],
		choices: [
			...listed(reader, all, test => ({
				label: `${cleanLine(test.name)}, ${cleanLine(test.status)}`,
				do: async () => {
					await dashboard.storeOf(testDetailsStore).show(test.id, context.ended);
					say(testWords(dashboard));
				},
			})),
			...(all.length > 0
				? [{label: 'Run all tests', needs: 'run:tests' as const, do: () => runTests(dashboard, null)}]
				: []),
			...all.slice(from, from + itemsPerPage).map(test => ({
				label: `Run ${cleanLine(test.name)}`,
				needs: 'run:tests' as const,
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
		],
	};
}

function testWords(dashboard: Dashboard): string[] {
	const {detail, error} = dashboard.storeOf(testDetailsStore).store.getState();
	if (!detail) return [`This could not be read: ${error instanceof Error ? cleanLine(error.message) : 'unknown'}`];
	const {test, runs, code} = detail;
	const names = (list: readonly string[] | null | undefined) => cleanLine(list?.join(', ') || 'nothing');
	return [
		`${cleanLine(test.name)}: ${cleanLine(test.status)}. Id ${cleanLine(test.id)}.`,
		`Produces ${names(test.produces)}. Needs ${names(test.consumes)}.`,
		...runs.map(
			({status, finishedAt, createdAt}) =>
				`Run: ${cleanLine(status)}, ${formatAge(Date.parse(finishedAt ?? createdAt), dashboard.context.now())}`,
		),
		...(code?.code ? ['Code:', ...cleanLines(code.code)] : []),
	];
}
