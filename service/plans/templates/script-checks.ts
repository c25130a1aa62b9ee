import {below, partsOf} from '../model/pointer.ts';
import type {PlanOperation} from '../model/operation.ts';
import type {Assert, Json, Step} from '../recipe.ts';
import {viewAt, sentRecord} from './expect-record.ts';
import type {PlanContext} from './context.ts';

/**
 * Adds what the test script of a collection asserts to a step that calls its operation as its author meant it. A value
 * that the row itself sends is compared with what was sent, not with the script's.
 */
export function withScriptChecks(
	step: Step,
	operation: PlanOperation,
	{api}: PlanContext,
	others: readonly Step[],
): void {
	const {checks = []} = operation.endpoint;
	const creator = api.kindAt(operation)?.creator;
	const sent = new Set([
		...others.flatMap(({call}) => Object.keys(sentRecord(call.body).fields)),
		...(creator ? viewAt(api.schemas, creator, '$').properties.keys() : []),
	]);
	const own = (id: string, message: string, check: Assert['check'], where: string): Assert => ({
		id,
		message,
		check,
		strength: 'decided',
		state: 'active',
		provenance: {from: 'user', where, runId: null, since: 'plan'},
	});
	for (const one of checks) {
		const where = `the test script of the collection${one.source === '' ? '' : `, ${one.source}`}`;
		if (one.type === 'status') {
			const status = own('status', 'expected {expected}, got {actual}', {type: 'status', oneOf: [...one.oneOf]}, where);
			step.asserts = [status, ...step.asserts.filter(({id}) => id !== 'status')];
			continue;
		}
		const last = partsOf(one.pointer).at(-1);
		// A handle or a field of the row's own record is never what it was when the script was written.
		if (typeof last !== 'string' || sent.has(last) || /(?:^|_)(?:id|uuid)$|Id$/.test(last)) continue;
		const pointer = one.pointer.startsWith('$') ? one.pointer : below('$', one.pointer);
		step.asserts.push(
			own(
				`script:${pointer}`,
				`${last}: expected {expected}, got {actual}`,
				{type: 'equals', pointer, value: {is: 'literal', value: one.value as Json}, as: 'exact'},
				where,
			),
		);
	}
}
