import type {Members} from './closure.ts';
import {isTeardown, type PlanTest} from './plan-test.ts';
import {type ProducerChoice, producersOf} from './producers.ts';

/** What tests of a project captured in earlier batches and still may be used: the values of a rerun that skips producers. */
export type EarlierCaptures = {
	/** The run whose value of `variable` may be used; null when there is none any more. */
	runOf(producerId: string, variable: string): string | null;
};

/** A fresh run reads no earlier value. */
export const noEarlierCaptures: EarlierCaptures = {runOf: () => null};

/** `producer` gives `variable` to `consumer`. */
export type Edge = {
	consumer: PlanTest;
	variable: string;
	/** Null when no test of the project produces the name. */
	producer: PlanTest | null;
	/** False when the producer exists but has no run in this batch. */
	inBatch: boolean;
	/** The run of an earlier batch whose value is used instead; null when the value comes from this batch, or never. */
	earlierRunId: string | null;
};

/** One edge per needed name of every member. */
export type Graph = {
	members: readonly PlanTest[];
	/** Edges of a consumer, in the order in which it declares its needs. */
	needs: ReadonlyMap<string, readonly Edge[]>;
	/** Members whose value comes from this member, each once. */
	consumers: ReadonlyMap<string, readonly PlanTest[]>;
	/** Members that this member needs, each once. */
	producers: ReadonlyMap<string, readonly PlanTest[]>;
	/** Members that end before this one starts although it takes no value from them, each once. */
	after: ReadonlyMap<string, readonly PlanTest[]>;
	/** All members that have to end first: producers and earlier ones. */
	before: ReadonlyMap<string, readonly PlanTest[]>;
	/** The other way round: members for which this one has to end first. */
	behind: ReadonlyMap<string, readonly PlanTest[]>;
};

/**
 * The graph of a batch: an edge from the chosen producer to each consumer of its name. A teardown test takes the value
 * of a member where it can, because what has to be removed is what this batch created.
 *
 * @param earlier feeds needs whose producer is not a member
 */
export function buildGraph(
	members: Members,
	choice: ProducerChoice,
	earlier: EarlierCaptures = noEarlierCaptures,
): Graph {
	const tests = [...members.values()].map(member => member.test);
	const choiceInBatch = producersOf(tests);
	const needs = new Map<string, Edge[]>();
	const consumers = new Map<string, PlanTest[]>(tests.map(test => [test.id, []]));
	const producers = new Map<string, PlanTest[]>(tests.map(test => [test.id, []]));
	for (const consumer of tests) {
		const edges: Edge[] = [];
		for (const variable of new Set(consumer.consumes)) {
			const producer =
				(isTeardown(consumer) ? choiceInBatch.chosen(consumer, variable) : null) ?? choice.chosen(consumer, variable);
			const inBatch = producer !== null && members.has(producer.id);
			const earlierRunId = producer === null || inBatch ? null : earlier.runOf(producer.id, variable);
			edges.push({consumer, variable, producer, inBatch, earlierRunId});
			if (!producer || !inBatch || producers.get(consumer.id)!.includes(producer)) continue;
			producers.get(consumer.id)!.push(producer);
			consumers.get(producer.id)!.push(consumer);
		}
		needs.set(consumer.id, edges);
	}
	return withOrder({members: tests, needs, consumers, producers}, ordersOf(members, producers));
}

/** The same graph with another order: who comes after whom without taking a value. */
export function withOrder(
	graph: Pick<Graph, 'members' | 'needs' | 'consumers' | 'producers'>,
	after: Graph['after'],
): Graph {
	const {members, producers, consumers} = graph;
	const before = new Map(members.map(({id}) => [id, [...producers.get(id)!, ...after.get(id)!]]));
	const behind = new Map(members.map(({id}) => [id, [...consumers.get(id)!]]));
	for (const test of members) for (const {id} of after.get(test.id)!) behind.get(id)!.push(test);
	return {...graph, after, before, behind};
}

/**
 * Who comes after whom by declaration. The final wave comes last anyhow: nothing outside it can wait for a teardown
 * test, and no teardown test has to say that it comes after the others.
 */
function ordersOf(
	members: Members,
	producers: ReadonlyMap<string, readonly PlanTest[]>,
): ReadonlyMap<string, readonly PlanTest[]> {
	const orderOf = (test: PlanTest): PlanTest[] =>
		[...new Set(test.after)].flatMap(id => {
			const earlier = members.get(id)?.test;
			const isOwnRule = earlier && earlier !== test && isTeardown(earlier) === isTeardown(test);
			return isOwnRule && !producers.get(test.id)!.includes(earlier) ? [earlier] : [];
		});
	return new Map([...members.values()].map(({test}) => [test.id, orderOf(test)]));
}
