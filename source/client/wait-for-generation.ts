import {type Generation, type GenerationItem, isGenerationOver} from '../../contract/generation.ts';
import type {GenerationId, ProjectId} from '../../contract/ids.ts';
import {getGeneration} from '../../contract/routes/generations.ts';
import {type PollOutcome, pollUntilDone, type WaitOptions} from './poll.ts';

/**
 * Follows a generation until it has ended; the answer has all its items.
 *
 * @param onLook told of every answer, complete
 */
export function waitForGeneration(
	options: WaitOptions & {projectId: ProjectId; generationId: GenerationId; onLook(generation: Generation): void},
): Promise<PollOutcome<Generation>> {
	const {client, generationId, onLook} = options;
	const items = new Map<string, GenerationItem>();
	let since = 0;
	return pollUntilDone<Generation>(options, {
		id: generationId,
		idField: 'generationId',
		resumeCommand: `svc test list --project ${options.projectId}`,
		async look({waitSeconds, signal, timeoutMs}) {
			const query = {since, ...(waitSeconds === undefined ? {} : {waitSeconds})};
			const answer = await client.call(getGeneration, {params: {generationId}, query, signal, timeoutMs});
			if (!answer.delta) items.clear();
			for (const item of answer.items) items.set(item.testId, item);
			since = answer.version;
			const whole = {...answer, delta: false, items: [...items.values()]};
			onLook(whole);
			return whole;
		},
		isDone: ({status}) => isGenerationOver(status),
		stateOf: ({status}) => status,
		versionOf: ({version}) => String(version),
	});
}
