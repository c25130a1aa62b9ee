import type {ApiModel} from '../kinds/analyse-api.ts';
import {answerFor, type PlanOperation} from '../model/operation.ts';
import type {PlanAnswer} from '../model/plan-endpoint.ts';
import type {Assert} from '../recipe.ts';
import {refusalBody} from './refusal-body.ts';

/** What the document says of a refusal with this very status, in JSON; null: nothing. */
export function describedRefusal(operation: PlanOperation, status: number): PlanAnswer | null {
	const answer = answerFor(operation, status);
	return answer?.status === String(status) && answer.schema && /json/i.test(answer.contentType ?? '') ? answer : null;
}

/** The documented body of a refusal that can only have one of `statuses`, `levels` deep; empty where nothing is documented. */
export function refusalShape(
	api: ApiModel,
	operation: PlanOperation,
	statuses: readonly number[],
	levels = 1,
): Assert[] {
	const documented = statuses.filter(status => answerFor(operation, status) !== null);
	const [status] = documented;
	const answer = documented.length === 1 ? describedRefusal(operation, status!) : null;
	const schema = answer && api.schemas.plain(answer.schema, levels);
	if (!answer || schema === null || schema === undefined) return [];
	return refusalBody(schema, api.schemas.view(answer.schema).closed, `responses.${answer.status}.content.schema`);
}
