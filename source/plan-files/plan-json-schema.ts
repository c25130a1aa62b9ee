import * as z from 'zod/mini';
import {planFile} from '../../contract/plan-file.ts';

/** Content of `schemas/plan.schema.json`: what editors and agents check a plan against while it is written. */
export function planJsonSchema(): Record<string, unknown> {
	const {$schema, ...schema} = z.toJSONSchema(planFile, {io: 'input'});
	return {
		$schema,
		title: 'svc frontend plan',
		description: 'Definition of one frontend test for `svc test create --plan-from`; check it with `svc test lint`.',
		...schema,
	};
}
