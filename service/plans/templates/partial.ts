import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlanOperation} from '../model/operation.ts';

/** Whether an operation changes what it names of a record and leaves the rest: PATCH, and the POST of a record's own path. */
export const isPartial = (api: ApiModel, operation: PlanOperation): boolean =>
	operation.method === 'PATCH' ||
	(operation.method === 'POST' && api.kindAt(operation)?.updaters.includes(operation) === true);
