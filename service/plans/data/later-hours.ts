import type {PlanOperation} from '../model/operation.ts';
import type {Schemas} from '../model/schema.ts';
import {isBeginning} from './scalar.ts';
import {seeded} from './seeded.ts';

/** Far enough apart for the tests of a kind, and near enough for who takes bookings of the next weeks alone. */
const furthestDays = 60;

/**
 * Whole hours by which a record begins later than those of other tests: nobody can be booked twice for one hour, and
 * tests share whom they book. 0: its body does not say when something begins.
 *
 * @param seed of the row
 */
export const laterHours = (schemas: Schemas, operation: PlanOperation, seed: string): number =>
	saysWhen(schemas, operation) ? 1 + seeded(`${seed} later`).below(furthestDays * 24) : 0;

/** Whether what an operation sends says when something begins: two of them may not fit into one hour. */
export const saysWhen = (schemas: Schemas, {endpoint}: PlanOperation): boolean =>
	[...schemas.view(endpoint.body?.schema).properties].some(([name, schema]) => isBeginning(name, schemas.view(schema)));
