import {readCall, readMessage} from './python-messages.ts';
import type {LeftExecution} from './runner.ts';

/** The lines are those a living service would have been told; a call that was told twice counts once. */
export function executionsOf(lines: readonly string[]): LeftExecution[] {
	const executions = new Map<string, LeftExecution>();
	for (const line of lines) {
		const message = readMessage(line);
		if (message?.event !== 'call') continue;
		const call = readCall(message.value);
		const known = executions.get(message.id) ?? {executionId: message.id, calls: []};
		executions.set(message.id, known);
		if (call && !known.calls.some(({seq}) => seq === call.seq)) known.calls.push(call);
	}
	return [...executions.values()];
}
