import {chosenHandles} from '../inference/read-before.ts';
import type {ApiOperation} from '../inference/api-operation.ts';
import type {ReadBeforeFacts} from '../store/calls/read-before-facts.ts';
import type {ReadBefore} from '../runners/runner.ts';

const known = new WeakMap<ReadBeforeFacts, ReadBefore>();

/** What a runner reads before the creating calls of a run; null: the project does not want it. Once for all runs of a batch. */
export function readBeforeOf(facts: ReadBeforeFacts | null): ReadBefore | null {
	if (!facts) return null;
	const before = known.get(facts);
	if (before) return before;
	const operations = facts.endpoints.map(
		({method, path, base_path, request_shape, response_shape}): ApiOperation => ({
			method,
			path,
			basePath: base_path,
			requestShape: JSON.parse(request_shape) as ApiOperation['requestShape'],
			responseShape: JSON.parse(response_shape) as ApiOperation['responseShape'],
		}),
	);
	const reads: ReadBefore = {handles: chosenHandles(operations, facts.handles)};
	known.set(facts, reads);
	return reads;
}
