import type {Role} from '../../contract/enums.ts';
import {isTeardown, type PlanTest} from './plan-test.ts';
import type {ProducerChoice} from './producers.ts';
import {pushTo} from '../domain/push-to.ts';

/**
 * Tests of one batch with the reason why each is in it, in the order in which they were found. `selected`: it was asked for;
 * the role of a teardown test does not say so.
 */
export type Members = Map<string, {test: PlanTest; role: Role; selected?: true}>;

/**
 * Members of a fresh run: "selected + all transitive producers of needed names + teardown tests that need a name
 * produced in the batch or that declare no needs".
 */
export function freshClosure(
	tests: readonly PlanTest[],
	selected: readonly PlanTest[],
	producers: ProducerChoice,
): Members {
	const members = selectedMembers(selected);
	addProducers(members, selected, producers);
	addTeardowns(members, tests);
	return members;
}

/**
 * Members of a rerun that skips nothing: those of a fresh run and "all transitive consumers of the selected tests (and
 * their producers)". A test without consumers adds nothing downstream.
 *
 * @param withSiblings also what takes a value from one of the producers, with what that needs
 */
export function rerunClosure(
	tests: readonly PlanTest[],
	selected: readonly PlanTest[],
	producers: ProducerChoice,
	withSiblings = false,
): Members {
	const members = selectedMembers(selected);
	const added = addConsumers(members, tests, selected, producers);
	addProducers(members, [...selected, ...added], producers);
	if (withSiblings) addSiblings(members, tests, producers);
	addTeardowns(members, tests);
	return members;
}

function addSiblings(members: Members, tests: readonly PlanTest[], producers: ProducerChoice): void {
	const siblings = consumersOf(new Set(members.keys()), tests, producers).filter(({id}) => !members.has(id));
	for (const test of siblings) members.set(test.id, {test, role: 'consumer'});
	addProducers(members, siblings, producers);
}

/** Tests outside the final wave that take a value from one of `producerIds`. */
export const consumersOf = (
	producerIds: ReadonlySet<string>,
	tests: readonly PlanTest[],
	producers: ProducerChoice,
): PlanTest[] =>
	tests.filter(
		test => !isTeardown(test) && test.consumes.some(name => producerIds.has(producers.chosen(test, name)?.id ?? '')),
	);

/** A selected teardown test runs in the final wave like any other one. */
export const selectedMembers = (selected: readonly PlanTest[]): Members =>
	new Map(selected.map(test => [test.id, {test, role: isTeardown(test) ? 'teardown' : 'selected', selected: true}]));

/** Adds the transitive consumers of what `from` produces; teardown tests come by their own rule. */
function addConsumers(
	members: Members,
	tests: readonly PlanTest[],
	from: readonly PlanTest[],
	producers: ProducerChoice,
): PlanTest[] {
	const consumers = new Map<string, PlanTest[]>();
	for (const test of tests) {
		if (isTeardown(test)) continue;
		for (const variable of test.consumes) {
			const producer = producers.chosen(test, variable);
			if (producer) pushTo(consumers, producer.id, test);
		}
	}
	const added: PlanTest[] = [];
	const open = [...from];
	for (let producer = open.pop(); producer; producer = open.pop())
		for (const test of consumers.get(producer.id) ?? []) {
			if (members.has(test.id)) continue;
			members.set(test.id, {test, role: 'consumer'});
			added.push(test);
			open.push(test);
		}
	return added;
}

/** Adds the transitive producers of everything that `from` needs. */
function addProducers(members: Members, from: readonly PlanTest[], producers: ProducerChoice): void {
	const open = [...from];
	for (let consumer = open.pop(); consumer; consumer = open.pop())
		for (const variable of consumer.consumes) {
			const producer = producers.chosen(consumer, variable);
			if (!producer || members.has(producer.id)) continue;
			members.set(producer.id, {test: producer, role: isTeardown(producer) ? 'teardown' : 'producer'});
			open.push(producer);
		}
}

/** Adds the teardown tests that have something to do with what the batch produces, or that need nothing. */
function addTeardowns(members: Members, tests: readonly PlanTest[]): void {
	const produced = new Set<string>();
	for (const {test} of members.values()) for (const name of test.produces) produced.add(name);
	for (const test of tests) {
		if (!isTeardown(test) || members.has(test.id)) continue;
		if (test.consumes.length === 0 || test.consumes.some(name => produced.has(name)))
			members.set(test.id, {test, role: 'teardown'});
	}
}
