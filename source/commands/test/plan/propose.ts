import {tellsAnother} from '../../../client/poll.ts';
import {waitForSiteDiscovery} from '../../../client/wait-for-site-discovery.ts';
import type {Context} from '../../../context.ts';
import type {DiscoveryId, ProjectId} from '../../../../contract/ids.ts';
import {cancelSiteDiscovery, discoverSite, getSiteDiscovery} from '../../../../contract/routes/site-discovery.ts';
import {
	isSiteDiscoveryOver,
	maxSiteDepth,
	maxSitePages,
	type SiteDiscovery,
	usualSitePages,
} from '../../../../contract/site-discovery.ts';
import {ApiError} from '../../../errors/api-error.ts';
import type {ProgressItem} from '../../../output/progress.ts';
import type {CommandResult} from '../../define-command.ts';
import {defineCommand} from '../../define-command.ts';
import {integer, refuseTogether, text, texts, toggle} from '../../flag.ts';
import {detached, negative} from '../../outcome.ts';
import {idempotencyKeyFlag, projectFlag, waitTimeoutFlag} from '../../shared-flags.ts';
import {checkFolder, writeProposals} from '../shared/proposed-files.ts';
import {shellWord} from '../../../view-model/shell-word.ts';
import {counted} from '../../../view-model/counted.ts';

export const propose = defineCommand({
	description:
		'Reads the website of a frontend project by following its links, one page at a time, and proposes plans for what it ' +
		'sees. No button is pressed and no form is sent; links that log out, delete, download or leave the site are not ' +
		'followed. Nothing becomes a test until you create it: svc test create-batch --plan-from-dir <folder>. Free of charge.',
	args: {},
	flags: {
		project: projectFlag,
		startPath: text("Begin at this path (the project's URL)", {
			placeholder: '<path>',
			pattern: /^\/(?!\/)/,
			patternText: 'must be a path that begins with one /',
		}),
		maxPages: integer(`Pages to open, 1 to ${maxSitePages} (${usualSitePages})`, {min: 1, max: maxSitePages}),
		maxDepth: integer(`Links between the first page and the last, 0 to ${maxSiteDepth} (${maxSiteDepth})`, {
			min: 0,
			max: maxSiteDepth,
		}),
		login: toggle("Sign in by the project's account first; this is the one form that is sent"),
		exclude: texts('Leave this path and what is below it alone; * stands for anything; repeatable', {
			placeholder: '<path>',
		}),
		out: text('Write the plans as files into this folder', {placeholder: '<dir>'}),
		force: toggle('Write into a folder that holds plans (--out)'),
		latest: toggle('Show what the latest reading found; read nothing'),
		cancel: toggle('Stop the reading that is under way'),
		timeout: waitTimeoutFlag(),
		idempotencyKey: idempotencyKeyFlag,
	},
	examples: [
		'test plan propose --project prj_1 --out proposed',
		'test plan propose --start-path /shop --exclude /shop/admin --login',
		'test plan propose --latest --out proposed',
	],
	rules({latest, cancel, out, force, login, startPath, maxPages, maxDepth, exclude}, context) {
		refuseTogether('latest', latest, 'cancel', cancel);
		refuseTogether('cancel', cancel, 'out', out !== undefined);
		const asks = {
			'start-path': startPath !== undefined,
			'max-pages': maxPages !== undefined,
			'max-depth': maxDepth !== undefined,
			login,
			exclude: exclude.length > 0,
		};
		for (const [flag, isGiven] of Object.entries(asks)) {
			refuseTogether('latest', latest, flag, isGiven);
			refuseTogether('cancel', cancel, flag, isGiven);
		}
		if (!context.dryRun) checkFolder(out, force, context);
	},
	async run(options, context) {
		const {startPath, maxPages, maxDepth, login, exclude, out, latest, cancel, timeout, idempotencyKey} = options;
		const projectId = context.projectId(options.project);
		const params = {projectId};
		if (cancel) return {view: 'site-discovery', data: await context.client.call(cancelSiteDiscovery, {params})};
		const waiting = context.wait(timeout);
		const onLook = (news: SiteDiscovery) => context.progress.show(progressOf(news));
		let discoveryId: DiscoveryId;
		if (latest) {
			const known = await context.client.call(getSiteDiscovery, {params});
			if (known.discoveryId === null) throw neverRead(projectId);
			if (isSiteDiscoveryOver(known.status)) return finish(known, undefined, {projectId, out}, context);
			discoveryId = known.discoveryId;
		} else {
			const ticket = await context.client.call(discoverSite, {
				params,
				body: {
					startPath,
					maxPages,
					maxDepth,
					...(login ? {login} : {}),
					...(exclude.length > 0 ? {exclude: [...new Set(exclude)]} : {}),
				},
				idempotencyKey: context.idempotencyKey(discoverSite, idempotencyKey),
			});
			discoveryId = ticket.discoveryId;
		}
		const outcome = await waitForSiteDiscovery({...waiting, projectId, discoveryId, onLook}).finally(() =>
			context.progress.end(),
		);
		const problem =
			outcome.state === 'timeout'
				? outcome.error
				: outcome.state === 'detached'
					? interrupted(context.signal, discoveryId, projectId)
					: problemOf(outcome.answer, discoveryId, projectId);
		// Nothing is known yet when the wait ended before its first answer.
		if (outcome.answer === null) throw problem!;
		return finish(outcome.answer, problem, {projectId, out}, context);
	},
});

async function finish(
	discovery: SiteDiscovery,
	before: ApiError | undefined,
	{projectId, out}: {projectId: ProjectId; out: string | undefined},
	context: Context,
): Promise<CommandResult> {
	const {notes, dryRun} = context;
	const problem =
		before ?? (discovery.discoveryId ? problemOf(discovery, discovery.discoveryId, projectId) : undefined);
	for (const warning of discovery.warnings) notes.say('warn', warning);
	const {proposals} = discovery;
	const isWritten = out !== undefined && problem === undefined && proposals.length > 0;
	const files = isWritten ? await writeProposals(out, proposals, context) : [];
	if (files.length > 0 && !dryRun) {
		notes.line(`wrote ${counted(files.length, 'plan')} to ${out}`);
		notes.line(`Read them, then create the tests: svc test create-batch --plan-from-dir ${out}`);
	} else if (problem === undefined && out === undefined && proposals.length > 0)
		notes.line(`Write them as files: svc test plan propose --project ${shellWord(projectId)} --latest --out <folder>`);
	const data = out === undefined ? discovery : {...discovery, files};
	return {view: 'site-discovery', data, problem};
}

const progressOf = ({discoveryId, status, progress}: SiteDiscovery): ProgressItem => ({
	kind: 'site',
	discoveryId: discoveryId ?? '-',
	status,
	read: progress.pagesRead,
	found: progress.pagesFound,
	page: progress.page,
});

function interrupted(signal: AbortSignal, discoveryId: DiscoveryId, projectId: ProjectId): ApiError {
	const {message, details} = detached(signal, {runIds: []});
	return new ApiError('INTERRUPTED', message, {
		nextAction: `The reading goes on: svc test plan propose --project ${shellWord(projectId)} --latest (or --cancel)`,
		details: {...details, discoveryId},
	});
}

const neverRead = (projectId: ProjectId) =>
	negative(
		'The site of this project has not been read yet.',
		{projectId},
		`svc test plan propose --project ${shellWord(projectId)}`,
	);

function problemOf(
	{discoveryId: latest, status, errorMessage}: SiteDiscovery,
	discoveryId: DiscoveryId,
	projectId: ProjectId,
) {
	if (status === 'idle' || tellsAnother(latest, discoveryId))
		return negative(`Another reading of the site has followed ${discoveryId}.`, {discoveryId, status: 'unknown'});
	if (status === 'done') return undefined;
	const reason = errorMessage === null ? '.' : `: ${errorMessage}`;
	return negative(
		`Reading the site ended: ${status}${reason}`,
		{discoveryId, status},
		`svc test plan propose --project ${shellWord(projectId)}`,
	);
}
