//! Why the pool of engines does not search.

use chuhe_engine::engine::pool::PoolError;

use crate::Localize;

impl Localize for PoolError {
    fn chinese(&self) -> String {
        match self {
            Self::TooManyClients { most } => {
                format!("引擎的客户已满（{most} 个），请稍后再试")
            }
            Self::TooManyWaiting { most } => {
                format!("排队的搜索已满（{most} 个），请先等其中一个结束")
            }
            Self::Config(error) => error.chinese(),
            Self::Closed => "引擎已关闭".to_owned(),
            Self::Panicked => "程序出错，搜索中断".to_owned(),
        }
    }
}
