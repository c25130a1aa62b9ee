import type {ProjectId} from '../../contract/ids.ts';
import type {PlanFile} from '../../contract/plan-file.ts';
import {placeholderProjectId} from './plan-warnings.ts';

/** A frontend plan to start from. @param projectId undefined: a placeholder that says where the id is found */
export const scaffoldPlan = (projectId: ProjectId | undefined): PlanFile => ({
	projectId: projectId ?? placeholderProjectId,
	type: 'frontend',
	name: 'A visitor can sign in',
	description: 'Signs in with a known account and checks that the start page greets the person.',
	priority: 'p2',
	planSteps: [
		{type: 'action', description: 'Open the home page'},
		{type: 'action', description: "Log in with the project's account"},
		{type: 'assertion', description: 'The text "Welcome back" is visible in the page header'},
	],
});

/** A backend test to start from: Python that runs as it is, against the project's URL or the constant. */
export const scaffoldCode = `# Runs from top to bottom in a fresh process; passes when it reaches the end without an exception.
#
# Given by the runner as globals:
#   BASE_URL, TARGET_URL   URL of the project or of --target-url, without a trailing slash
#   __AUTH_HEADERS__       headers of the project's credential (a dict, empty when the API is public)
#   variables              values of the tests this one needs (test create --needs userId): variables["userId"]
#   produce(name, value)   hands a value to other tests (test create --produces userId)
#
# Keep secrets out of this file: the credential of the project is injected. Only calls made through requests, httpx,
# urllib or http.client are recorded. Functions must be called; the last line does that.
import requests

BASE_URL = globals().get("BASE_URL") or "http://127.0.0.1:8080"


def check_health():
    response = requests.get(f"{BASE_URL}/health", headers=globals().get("__AUTH_HEADERS__"), timeout=30)
    assert response.status_code == 200, f"expected status 200, got {response.status_code}: {response.text[:200]}"


check_health()
`;
