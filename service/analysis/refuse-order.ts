import type {TestId} from '../../contract/ids.ts';
import {invalid, ServiceError} from '../domain/service-error.ts';
import {buildGraph} from '../graph/graph.ts';
import {waitingPath} from '../graph/order.ts';
import {isTeardown} from '../graph/plan-test.ts';
import {producersOf} from '../graph/producers.ts';
import type {Declaration} from '../store/tests/tests.ts';
import {planTest} from './declaration-warnings.ts';

/**
 * Throws when a test cannot come after one that it names: 400 `final_wave`, or 409 `circular_dependency` with the way on
 * which that one waits for the test.
 *
 * @param declarations of the project, with the test as it would be
 */
export function refuseOrder(testId: TestId, declarations: readonly Declaration[]): void {
	const tests = declarations.map(planTest);
	const test = tests.find(({id}) => id === testId);
	if (!test) return;
	const earlier = tests.filter(({id}) => test.after?.includes(id));
	const final = isTeardown(test) ? undefined : earlier.find(isTeardown);
	if (final)
		throw invalid(
			'after',
			'final_wave',
			`"${final.name}" has the category ${final.category}: it starts when all others have ended, and only one of its kind can come after it.`,
		);
	const members = new Map(tests.map(member => [member.id, {test: member, role: 'selected' as const}]));
	const graph = buildGraph(members, producersOf(tests));
	for (const first of earlier) {
		const path = waitingPath(graph, first, test);
		if (!path) continue;
		const [named, ...others] = path.map(({name}) => `"${name}"`);
		throw new ServiceError(
			'CONFLICT',
			`"${test.name}" cannot come after ${named}: ${named} waits for ${others.join(', which waits for ')}.`,
			{
				nextAction: `Take one of these tests out of the circle: svc test update ${path.find(({id, after}) => id !== testId && (after?.length ?? 0) > 0)?.id ?? testId} --clear-after, or another --needs.`,
				details: {
					reason: 'circular_dependency',
					testIds: path.map(({id}) => id),
					testNames: path.map(({name}) => name),
				},
			},
		);
	}
}
