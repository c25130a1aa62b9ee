import type {ProjectId, TestId} from '../../contract/ids.ts';
import type {Context} from '../context.ts';
import {environmentValue} from '../credentials/environment.ts';

type Subject = {projectId: ProjectId; testId?: TestId};

/**
 * The dashboard link of an answer: the service's own as received; where it sends none and `SVC_PORTAL_URL` is set,
 * `<portal>/dashboard/tests/<projectId>[/test/<testId>]`; otherwise nothing.
 * @param subject asked only where the link is made here
 */
export async function dashboardLink(
	received: string | null | undefined,
	subject: () => Promise<Subject>,
	{env, notes}: Pick<Context, 'env' | 'notes'>,
): Promise<{dashboardUrl?: string | null}> {
	if (received !== undefined) return {dashboardUrl: received};
	const portal = environmentValue(env, 'SVC_PORTAL_URL');
	if (portal === undefined) return {};
	if (!URL.canParse(portal) || !/^https?:$/.test(new URL(portal).protocol)) {
		notes.say('warn', 'SVC_PORTAL_URL is not an http or https URL; no dashboard links are made');
		return {};
	}
	const {projectId, testId} = await subject();
	const path = [projectId, ...(testId === undefined ? [] : ['test', testId])].map(encodeURIComponent).join('/');
	return {dashboardUrl: `${portal.replace(/(?<!\/)\/+$/, '')}/dashboard/tests/${path}`};
}
