import type {Found} from '../find.ts';
import type {Session} from '../session.ts';
import {StepFailed} from '../step-failed.ts';
import {withHandle} from '../with-handle.ts';

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : 'null');

/** A secret is typed only into pages of the project's origin, or of origins the project lists. Throws `StepFailed`. */
export async function guardSecret(session: Session, found: Found | null, what: string): Promise<void> {
	const {targetUrl, settings} = session.job;
	const allowed = [targetUrl, ...settings.loginOrigins].map(originOf);
	const asking = 'finding the frame';
	const frame = found
		? await withHandle(session, found, asking, handle => session.call(asking, handle.ownerFrame()))
		: session.page.mainFrame();
	const addresses = [session.page.url(), frame?.url() ?? ''].filter(
		address => address !== 'about:blank' && address !== 'about:srcdoc',
	);
	const foreign = addresses.map(originOf).find(origin => !allowed.includes(origin));
	if (foreign === undefined) return;
	throw new StepFailed({
		case: 'login',
		target: what,
		message: `a secret is not typed into a page of ${foreign}: it is neither the project's origin nor listed. Allow it: svc project update ${session.job.projectId} --login-origin ${foreign}`,
		verdict: {status: 'blocked', failureKind: 'unknown'},
	});
}
