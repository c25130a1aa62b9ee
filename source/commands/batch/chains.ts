import {paginate} from '../../client/paginate.ts';
import type {BatchId, ChainId} from '../../../contract/ids.ts';
import {getBatch} from '../../../contract/routes/batches.ts';
import {listBatchChains} from '../../../contract/routes/chains.ts';
import {refineChain} from '../../../contract/routes/refinements.ts';
import type {Context} from '../../context.ts';
import {id} from '../argument.ts';
import {type CommandResult, defineCommand} from '../define-command.ts';
import {refuseTogether, refuseWithout, text, toggle} from '../flag.ts';
import {refinementResult} from '../sentence.ts';
import {idempotencyKeyFlag, waitTimeoutFlag} from '../shared-flags.ts';
import {createWaitReport} from '../wait-report.ts';
import {rerunChains, rerunOneChain} from './rerun-chains.ts';

export const chains = defineCommand({
	description:
		'Chains of tests that hand values forward, or one chain with its steps. Rerunning a chain runs its last test with ' +
		'everything that feeds it.',
	args: {batchId: id('batch-id', 'Batch to show')},
	flags: {
		chain: text('Only this chain, with its steps', {placeholder: '<chain-id>'}),
		bodies: toggle('With what was sent and answered'),
		refine: text('Change the chain by a sentence (--chain)', {placeholder: '<sentence>', max: 4000}),
		rerun: toggle('Run the chain again, or all chains of the project'),
		skipDependencies: toggle('Only the last test of a chain, with what earlier runs captured (--rerun)'),
		wait: toggle('Wait until the runs have ended (--rerun)'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: ['batch chains bat_1', 'batch chains bat_1 --chain chn_1 --bodies', 'batch chains bat_1 --rerun --wait'],
	rules({chain, refine, bodies, rerun, skipDependencies, wait}) {
		refuseTogether('refine', refine !== undefined, 'rerun', rerun);
		refuseTogether('refine', refine !== undefined, 'bodies', bodies);
		refuseWithout('refine', refine !== undefined, 'chain', chain !== undefined);
		refuseTogether('rerun', rerun, 'bodies', bodies);
		refuseWithout('skip-dependencies', skipDependencies, 'rerun', rerun);
		refuseWithout('wait', wait, 'rerun', rerun);
	},
	async run({batchId, chain, refine, bodies, rerun, ...options}, context) {
		const {idempotencyKey: own} = options;
		if (refine !== undefined && chain !== undefined)
			return refinementResult(
				await context.client.call(refineChain, {
					params: {batchId, chainId: chain},
					body: {text: refine},
					idempotencyKey: context.idempotencyKey(refineChain, own),
				}),
			);
		if (!rerun) return show(batchId, chain, bodies, context);
		const wish = {...options, idempotencyKey: context.idempotencyKey('cli-rerun-', own)};
		// The report files of other triggers are not offered here.
		const report = createWaitReport();
		if (chain !== undefined) return rerunOneChain({batchId, chainId: chain}, wish, report, context);
		const {projectIds} = await context.client.call(getBatch, {params: {batchId}});
		return rerunChains(projectIds, wish, report, context);
	},
});

/** Chains in one answer when each call brings up to 128 KB along. */
const chainsWithBodies = 10;

async function show(
	batchId: BatchId,
	chainId: ChainId | undefined,
	bodies: boolean,
	{client}: Context,
): Promise<CommandResult> {
	const fetchPage = (paging: {pageSize: number; cursor?: string}) =>
		client.call(listBatchChains, {
			params: {batchId},
			query: {chainId, bodies: bodies ? undefined : false, ...paging},
		});
	if (chainId !== undefined) {
		const {items} = await fetchPage({pageSize: 1});
		return {view: 'chain', data: items[0]!, shape: {bodies}};
	}
	let whole: BatchId | null = null;
	const {items, nextToken} = await paginate(
		async paging => {
			const page = await fetchPage(paging);
			whole ??= page.batchId;
			return page;
		},
		{},
		bodies ? chainsWithBodies : undefined,
	);
	return {view: 'chains', data: {batchId: whole ?? batchId, items, nextToken}};
}
