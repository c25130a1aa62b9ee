import type {Context} from '../../../context.ts';
import {dashboardLink} from '../../dashboard-link.ts';

type Created = {testId: string; dashboardUrl?: string | null};

/** The dashboard link of a test that was created, which "goes to stderr" as well. */
export async function createdLink(
	{testId, dashboardUrl}: Created,
	projectId: string,
	context: Context,
): Promise<{dashboardUrl?: string | null}> {
	const link = await dashboardLink(dashboardUrl, async () => ({projectId, testId}), context);
	if (link.dashboardUrl) context.notes.line(`dashboard: ${link.dashboardUrl}`);
	return link;
}
