/**
 * Whose wallet administrators buy from. It is an ordinary wallet of nobody who could log in: the actor of its events is the
 * administrator.
 */
export const HOUSE_USER_ID = '00000000-0000-4000-8000-000000000000';
