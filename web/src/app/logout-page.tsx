import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { call } from '../api/call.js';
import { PageLoader } from '../ui/feedback/loading.js';
import { forgetSession, tellOtherTabs } from './sign-out.js';

/** Ends the session on the server and in every tab, then shows the login page. */
export default function LogoutPage() {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  useEffect(() => {
    const leave = async (): Promise<void> => {
      await call('logout', {});
      forgetSession(dispatch);
      tellOtherTabs();
      void navigate('/login', { replace: true });
    };
    void leave();
  }, [dispatch, navigate]);
  return (
    <main>
      <PageLoader />
    </main>
  );
}
