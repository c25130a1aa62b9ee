import type {ApiModel} from '../kinds/analyse-api.ts';
import type {PlanOperation} from '../model/operation.ts';

/** Whether an operation changes what it names of a record and leaves the rest: PATCH, and the POST of a record's own path. */
export const isPartial = (api: ApiModel, operation: PlanOperation): boolean =>
	operation.method === 'PATCH' ||
	(operation.method === 'POST' && api.kindAt(operation)?.updaters.includes(operation) === true);

/** Whether one field may be sent alone. Of a body that settling has found, the rest may be what the API asked for. */
export const takesOneField = (api: ApiModel, operation: PlanOperation): boolean =>
	isPartial(api, operation) && !operation.endpoint.body?.only;
