import type {BlockedCause} from '../domain/blocked.ts';
import {nearMiss} from '../domain/variable-links.ts';
import type {Cycle} from './cycles.ts';
import type {Edge, Graph} from './graph.ts';
import {type PlanTest, refOf} from './plan-test.ts';
import type {ProducerChoice} from './producers.ts';

/**
 * Members that can be known never to run before anything has run: the tests of a cycle, those that need a name no test
 * produces, and everything that needs a value of one of them. A teardown test is not blocked by a member that is: it is
 * skipped later, when its record was not created.
 *
 * @param skipsDependencies a value whose producer is not a member had to come from an earlier batch, and is stale when it
 *   does not
 */
export function findBlocked(
	graph: Graph,
	cycles: readonly Cycle[],
	choice: ProducerChoice,
	isTeardown: (test: PlanTest) => boolean,
	skipsDependencies = false,
): Map<string, BlockedCause> {
	const causes = new Map<string, BlockedCause>();
	for (const cycle of cycles) for (const test of cycle.members) causes.set(test.id, causeOfCycle(test, cycle, graph));
	for (const test of graph.members) {
		const missing = graph.needs.get(test.id)!.find(edge => edge.producer === null);
		if (missing && !causes.has(test.id))
			causes.set(
				test.id,
				causeOfUnticked(missing.variable, test) ??
					causeOfAbsent(missing.variable, test) ??
					causeOfMissingName(missing.variable, choice),
			);
		const stale = skipsDependencies ? graph.needs.get(test.id)!.find(isStale) : undefined;
		if (stale && !causes.has(test.id)) causes.set(test.id, causeOfStaleCapture(stale));
	}
	const open = graph.members.filter(test => causes.has(test.id));
	const roots = new Map(open.map(test => [test.id, test]));
	for (let next = 0; next < open.length; next++) {
		const producer = open[next]!;
		const root = roots.get(producer.id)!;
		for (const consumer of graph.consumers.get(producer.id)!) {
			if (causes.has(consumer.id) || isTeardown(consumer)) continue;
			const {variable} = graph.needs.get(consumer.id)!.find(edge => edge.producer === producer)!;
			causes.set(consumer.id, {
				reason: 'producer_blocked',
				variable,
				producer: refOf(producer),
				root: refOf(root),
				didYouMean: null,
				cycle: null,
			});
			roots.set(consumer.id, root);
			open.push(consumer);
		}
	}
	return causes;
}

const isStale = (edge: Edge) => edge.producer !== null && !edge.inBatch && edge.earlierRunId === null;

function causeOfStaleCapture({variable, producer}: Edge): BlockedCause {
	const source = producer === null ? null : refOf(producer);
	return {reason: 'stale_capture', variable, producer: source, root: source, didYouMean: null, cycle: null};
}

function causeOfCycle(test: PlanTest, cycle: Cycle, graph: Graph): BlockedCause {
	const [first, second] = cycle.named;
	const other = test === first ? second : first;
	const edge = graph.needs.get(test.id)!.find(need => need.producer !== null && cycle.members.includes(need.producer));
	return {
		reason: 'circular_dependency',
		variable: edge?.variable ?? null,
		producer: refOf(other),
		root: refOf(other),
		didYouMean: null,
		cycle: [refOf(first), refOf(second)],
	};
}

/** A row of the plan would give the value. It is no test that could be opened, so it is named in the words only. */
function causeOfUnticked(variable: string, {unticked}: PlanTest): BlockedCause | null {
	const producer = unticked?.[variable];
	if (!producer) return null;
	return {reason: 'producer_unticked', variable, producer, root: null, didYouMean: null, cycle: null};
}

/** "Producers are not added to the batch: a consumer alone ends blocked, with the command that runs both." */
function causeOfAbsent(variable: string, {id, elsewhere}: PlanTest): BlockedCause | null {
	const producer = elsewhere?.[variable];
	if (!producer) return null;
	const together = `svc test run ${producer.testId} ${id}`;
	return {reason: 'no_producer', variable, producer, root: producer, didYouMean: null, cycle: null, together};
}

function causeOfMissingName(variable: string, choice: ProducerChoice): BlockedCause {
	const didYouMean = nearMiss(variable, choice.names());
	const producer = didYouMean === null ? null : refOf(choice.all(didYouMean)[0]!);
	return {
		reason: didYouMean === null ? 'no_producer' : 'name_mismatch',
		variable,
		producer,
		root: producer,
		didYouMean,
		cycle: null,
	};
}
